import { MAX_PICTURE_BYTES } from '../../api/contract/uploads.ts';
import { ApiFailure } from './api.ts';
import { isHeic } from './picture-type.ts';

/** Longer sides in pixels, and qualities, to try until the file is small enough. */
const ATTEMPTS = [
  { side: 4096, quality: 0.9 },
  { side: 4096, quality: 0.8 },
  { side: 2560, quality: 0.8 },
];

/**
 * Returns a photo as a JPEG within the limit: one that is too large is scaled, and HEIC is
 * converted if the browser can read it. Returns other files unchanged. Throws an ApiFailure for a
 * HEIC picture that the browser can't read.
 */
export async function withinLimit(file: File): Promise<File> {
  const mustConvert = await isHeic(file);
  const isTooLarge = file.type === 'image/jpeg' && file.size > MAX_PICTURE_BYTES.post;
  if (!mustConvert && !isTooLarge) return file;
  // Rotates the picture as its metadata says.
  const options = { imageOrientation: 'from-image' } as const;
  const bitmap = await createImageBitmap(file, options).catch(() => null);
  if (bitmap === null) {
    if (mustConvert) throw new ApiFailure(415, UNREADABLE);
    return file;
  }
  const name = `${file.name.replace(/\.[^.]*$/, '') || 'photo'}.jpg`;
  let smallest = file;
  for (const attempt of ATTEMPTS) {
    smallest = new File([await jpegOf(bitmap, attempt)], name, { type: 'image/jpeg' });
    if (smallest.size <= MAX_PICTURE_BYTES.post) break;
  }
  bitmap.close();
  return smallest;
}

const UNREADABLE =
  "This browser can't read HEIC pictures. Convert the picture to JPEG, then insert it again.";

function jpegOf(
  bitmap: ImageBitmap,
  { side, quality }: { side: number; quality: number },
): Promise<Blob> {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  );
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}
