import { pictureUrl } from '../../../../api/contract/urls.ts';
import { isUploadable, pictureType } from '../../../lib/picture-type.ts';

export type PastedPicture =
  /** It is already on this site. */
  | { kind: 'local'; url: string }
  /** The clipboard contains its bytes. */
  | { kind: 'file'; file: File }
  /** It has to be downloaded. `url` is where it can stay if that fails, or null. */
  | { kind: 'remote'; read: () => Promise<File>; url: string | null }
  /** Only the program that it was copied from can read it. */
  | { kind: 'lost' };

const MAX_PIXELS = 40_000_000;
const READ_TIMEOUT_MS = 20_000;

/**
 * Decides by its address how to get a pasted picture. `fromRtf` returns its bytes from the RTF, if
 * any.
 */
export function judgePicture(src: string, fromRtf: () => File | null): PastedPicture {
  if (/^data:/i.test(src)) return fileOr(fileOfDataUrl(src));
  if (/^file:/i.test(src)) return fileOr(fromRtf());
  if (/^blob:/i.test(src)) return { kind: 'remote', read: () => readPicture(src), url: null };
  const url = pictureUrl(src);
  if (url === null) return { kind: 'lost' };
  const own = ownPath(url);
  if (own !== null) return { kind: 'local', url: own };
  return { kind: 'remote', read: () => readPicture(url), url };
}

function fileOr(file: File | null): PastedPicture {
  return file ? { kind: 'file', file } : { kind: 'lost' };
}

function ownPath(url: string): string | null {
  if (!/^https?:/i.test(url)) return url;
  const { origin, pathname, search } = new URL(url);
  return origin === window.location.origin ? pathname + search : null;
}

// The Content-Security-Policy allows images from everywhere, but not `fetch`.
async function readPicture(url: string): Promise<File> {
  const path = url.replace(/[?#].*$/, '');
  // A canvas would keep only one frame.
  if (/\.gif$/i.test(path)) throw new Error("Animated pictures can't be copied.");
  const image = new Image();
  image.crossOrigin = 'anonymous';
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The picture took too long.')), READ_TIMEOUT_MS);
  image.src = url;
  await Promise.race([image.decode(), timeout]);
  clearTimeout(timer);
  const { naturalWidth: width, naturalHeight: height } = image;
  if (width * height === 0 || width * height > MAX_PIXELS)
    throw new Error('The picture is too large.');
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  const isPhoto = /\.jpe?g$/i.test(path);
  const type = isPhoto ? 'image/jpeg' : 'image/webp';
  const blob = await canvas.convertToBlob({ type, quality: 0.94 });
  return fileOf(blob, path.split('/').at(-1) ?? '');
}

/** Returns the picture in a `data:` URL, or null if it can't be uploaded. */
function fileOfDataUrl(url: string): File | null {
  const [, type = '', data = ''] = /^data:([^,;]*)[^,]*;base64,(.+)$/is.exec(url) ?? [];
  const base64 = data.replace(/%([\da-f]{2})/gi, (_, hex) =>
    String.fromCharCode(Number(`0x${hex}`)),
  );
  try {
    const bytes = Uint8Array.from(atob(base64.replace(/\s/g, '')), (char) => char.charCodeAt(0));
    return pictureFile(bytes, type.toLowerCase());
  } catch {
    return null;
  }
}

// Word's HTML refers to temporary files, but the RTF on the clipboard contains their bytes.
/** Returns the pictures in order, and null for formats that browsers don't show. */
export function picturesOfRtf(rtf: string): (File | null)[] {
  const pictures: (File | null)[] = [];
  // Each picture appears twice: the second copy is a metafile for old programs.
  const groups = rtf.replace(/\{\\nonshppict\b/g, '{\\skipped').split(/\{\\pict\b/);
  for (const [index, group] of groups.entries()) {
    const isSkipped = /\{\\skipped\s*$/.test(groups[index - 1] ?? '');
    if (index === 0 || isSkipped) continue;
    const type = /\\pngblip\b/.test(group)
      ? 'image/png'
      : /\\jpegblip\b/.test(group)
        ? 'image/jpeg'
        : '';
    pictures.push(pictureFile(bytesOfHex(hexOf(group)), type));
  }
  return pictures;
}

/** Returns the hex digits of a group, without its inner groups and control words. */
function hexOf(group: string): string {
  let own = '';
  let depth = 0;
  for (const part of group.split(/([{}])/)) {
    if (part === '{') depth++;
    else if (part === '}') depth--;
    else if (depth === 0) own += ` ${part}`;
    if (depth < 0) break;
  }
  const hex = own.replace(/\\[a-z]+-?\d*/gi, ' ').replace(/\s/g, '');
  return /^[\da-f]*$/i.test(hex) ? hex : '';
}

function bytesOfHex(digits: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(digits.length >> 1);
  for (let n = 0; n < bytes.length; n++) {
    bytes[n] = Number.parseInt(digits.slice(2 * n, 2 * n + 2), 16);
  }
  return bytes;
}

/** Returns a picture with the type of its first bytes, or the given type if they're unknown. */
function pictureFile(bytes: Uint8Array<ArrayBuffer>, given: string): File | null {
  const blob = new Blob([bytes], { type: pictureType(bytes) ?? given });
  return bytes.length > 0 && isUploadable(blob) ? fileOf(blob, '') : null;
}

function fileOf(blob: Blob, name: string): File {
  const stem = name.replace(/\.[^.]*$/, '') || 'pasted';
  return new File([blob], `${stem}.${blob.type.slice('image/'.length)}`, { type: blob.type });
}
