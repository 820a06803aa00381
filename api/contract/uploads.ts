/**
 * The purpose of a picture. Decides who may upload it, its maximum size, and how it's processed.
 */
export type PictureKind = 'post' | 'profile';

const MIB = 1024 * 1024;

export const MAX_PICTURE_BYTES: Record<PictureKind, number> = { post: 10 * MIB, profile: 2 * MIB };

/** The accepted media types with their file extensions. No SVG: it can contain scripts. */
export const PICTURE_TYPES = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
} as const;

export type PictureType = keyof typeof PICTURE_TYPES;

/** How to send a file, and the URL it will have. */
export interface UploadTarget {
  method: 'PUT';
  url: string;
  headers: Record<string, string>;
  publicUrl: string;
}

/** A completed upload. */
export interface UploadedPicture {
  publicUrl: string;
  width: number;
  height: number;
}
