/** What a picture is for; decides who may upload it, how large it may be and what is made of it. */
export type PictureKind = 'post' | 'profile';

/** The accepted types and the extension that a file of each gets. SVG is a document, not a picture. */
export const PICTURE_TYPES = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
} as const;

export type PictureType = keyof typeof PICTURE_TYPES;

const MIB = 1024 * 1024;

/** Most bytes that a picture may have as it comes from the browser (contract: 10 MiB and 2 MiB). */
export const MAX_BYTES: Record<PictureKind, number> = { post: 10 * MIB, profile: 2 * MIB };

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

/** Where and how the browser sends the bytes. */
export interface UploadTarget {
  method: 'PUT';
  url: string;
  headers: Record<string, string>;
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
  target(upload: PendingUpload): Promise<UploadTarget>;
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
