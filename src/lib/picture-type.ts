const SIGNATURES: readonly [type: string, pattern: RegExp][] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG/],
  ['image/gif', /^GIF8/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['image/avif', /^.{4}ftyp(?:avif|avis)/s],
];
const SIGNATURE_LENGTH = 12;
/** The brands of HEIC files, which iPhones and other phones write. */
const HEIC = /^.{4}ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)/s;
const UPLOADABLE = /^image\/(jpeg|png|webp|avif|gif)$/;

export function isUploadable({ type }: Blob): boolean {
  return UPLOADABLE.test(type);
}

/** Returns the type of a picture by its first bytes, or null if it can't be uploaded. */
export function pictureType(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, SIGNATURE_LENGTH));
  return SIGNATURES.find(([, pattern]) => pattern.test(start))?.[0] ?? null;
}

/**
 * Returns a file with the type of its first bytes, because programs leave the type out or use other
 * names, such as `image/jpg`. Returns files that aren't known pictures unchanged.
 */
export async function withPictureType(file: File): Promise<File> {
  const start = await file
    .slice(0, SIGNATURE_LENGTH)
    .arrayBuffer()
    .catch(() => null);
  const type = start && pictureType(new Uint8Array(start));
  return type === null || type === file.type ? file : new File([file], file.name, { type });
}

/** Returns whether a file is a HEIC picture, by its first bytes. Most browsers can't read it. */
export async function isHeic(file: Blob): Promise<boolean> {
  const bytes = await file.slice(0, SIGNATURE_LENGTH).arrayBuffer();
  return HEIC.test(String.fromCharCode(...new Uint8Array(bytes)));
}
