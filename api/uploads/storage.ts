import type { PictureKind, PictureType, UploadTarget } from '../contract/uploads.ts';

/** How long the browser has, from asking for a place until its bytes must have begun to arrive. */
export const UPLOAD_LIFETIME_MS = 10 * 60 * 1000;

/** A place that has been given out and waits for its bytes. */
export interface PendingUpload {
  name: string;
  userId: string;
  kind: PictureKind;
  type: PictureType;
  /** Bytes announced; exactly that many must come. */
  size: number;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** Attempts that failed. Absent: none. */
  tries?: number;
}

/** One finished file: the picture itself or a variant of it. */
export interface PictureFile {
  name: string;
  type: PictureType;
  bytes: Buffer;
}

/** Where pictures are kept. `local.ts` and `s3.ts` are the two drivers. */
export interface Storage {
  /** Does the browser send its bytes to this server (true) or straight to the store (false)? */
  readonly throughServer: boolean;
  /** The URL under which a file can be read: an absolute path (local) or a whole URL (S3). */
  publicUrl(name: string): string;
  /** The file name of a public URL, or undefined when the URL is not one of this storage. */
  nameOf(publicUrl: string): string | undefined;
  target(upload: PendingUpload): Promise<Omit<UploadTarget, 'publicUrl'>>;
  /**
   * Opens what the browser has sent straight to the store; undefined when there is nothing. Nobody else can
   * read it.
   */
  open(name: string): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Removes what the browser has sent straight to the store. Never throws: the store's own rule expires it. */
  discard(name: string): Promise<void>;
  /** Writes files whole, in this order: a reader sees all of a file or nothing of it. */
  save(files: PictureFile[]): Promise<void>;
  /** Removes files; those that are not there count as removed. */
  remove(names: string[]): Promise<void>;
  /** Names of the files that were last written before an instant. */
  namesBefore(instant: Date): AsyncIterable<string>;
}
