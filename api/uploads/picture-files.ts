import type { Slot } from '../../db/queries/uploads.ts';
import type { PictureType, UploadTarget } from '../contract/uploads.ts';

/** Time from the request for a slot until its bytes must start to arrive. */
export const SLOT_LIFETIME_MS = 10 * 60 * 1000;

export interface PictureFile {
  name: string;
  type: PictureType;
  bytes: Buffer;
}

/** Stores pictures. `local.ts` and `s3.ts` are the two drivers. */
export interface Storage {
  /** Whether the browser uploads to this server (true) or directly to the store (false). */
  readonly throughServer: boolean;
  target(slot: Slot): Promise<Omit<UploadTarget, 'publicUrl'>>;
  /** Opens an upload in the store, or returns `undefined` if nothing arrived. */
  open(name: string): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Removes an upload from the store. Never throws: a bucket rule expires it. */
  discard(name: string): Promise<void>;
  /** Writes files atomically, in this order. If one fails, all are removed. */
  save(files: PictureFile[]): Promise<void>;
  /** Returns a file written by `save`, or `undefined` if it's gone. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  remove(names: string[]): Promise<void>;
  /** Yields the names of files last written before an instant. */
  namesBefore(instant: Date): AsyncIterable<string>;
}

/** The name of an uploaded file or variant: `{timestamp}-{safe name}`. */
export const UPLOAD_NAME = /^\d{13,15}-[A-Za-z0-9_-]+\.(jpg|png|webp|avif|gif)$/;

/** Returns the name of a variant: `123-a.jpg` at 480 as AVIF is `123-a-480.avif`. */
export function variantName(name: string, width: number, extension: 'avif' | 'webp'): string {
  return `${name.replace(/\.[^.]+$/, '')}-${width}.${extension}`;
}

/** Returns the names of all files of a picture: its own and those of its variants. */
export function filesOf(name: string, widths: number[]): string[] {
  const variants = widths.flatMap((width) => [
    variantName(name, width, 'avif'),
    variantName(name, width, 'webp'),
  ]);
  return [name, ...variants];
}
