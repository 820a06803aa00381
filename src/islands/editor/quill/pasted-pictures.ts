import { pictureUrl } from '../../../../api/contract/urls.ts';

/** What becomes of a picture inside of pasted HTML. */
export type PastedPicture =
  /** It is on this site already. */
  | { kind: 'ours'; url: string }
  /** Its bytes came with it. */
  | { kind: 'file'; file: File }
  /** Its bytes are somewhere else, where this browser may be able to read them. `url`: it can stay there. */
  | { kind: 'elsewhere'; read: () => Promise<File>; url: string | null }
  /** Only the program that it was copied from can read it. */
  | { kind: 'lost' };

const UPLOADABLE = /^image\/(jpeg|png|webp|avif|gif)$/;
const MOST_PIXELS = 40_000_000;
const READ_TIMEOUT_MS = 20_000;

/** Can a file of this type be uploaded? */
export function isUploadable({ type }: Blob): boolean {
  return UPLOADABLE.test(type);
}

/** Judges the address of a picture in pasted HTML. `fromRtf` gives what came beside the HTML for it. */
export function judgePicture(src: string, fromRtf: () => File | null): PastedPicture {
  if (/^data:/i.test(src)) return fileOr(fileOfDataUrl(src));
  if (/^file:/i.test(src)) return fileOr(fromRtf());
  if (/^blob:/i.test(src)) return { kind: 'elsewhere', read: () => readPicture(src), url: null };
  const url = pictureUrl(src);
  if (url === null) return { kind: 'lost' };
  const own = ownPath(url);
  if (own !== null) return { kind: 'ours', url: own };
  return { kind: 'elsewhere', read: () => readPicture(url), url };
}

function fileOr(file: File | null): PastedPicture {
  return file ? { kind: 'file', file } : { kind: 'lost' };
}

function ownPath(url: string): string | null {
  if (!/^https?:/i.test(url)) return url;
  const { origin, pathname, search } = new URL(url);
  return origin === window.location.origin ? pathname + search : null;
}

/**
 * The picture at an address of another site, if that lets its pictures be read. Through an image element:
 * unlike `fetch`, it may load from everywhere under the policy of our pages.
 */
async function readPicture(url: string): Promise<File> {
  const path = url.replace(/[?#].*$/, '');
  // Drawing one of them would leave a single frame.
  if (/\.gif$/i.test(path)) throw new Error('An animation cannot be read.');
  const image = new Image();
  image.crossOrigin = 'anonymous';
  const late = AbortSignal.timeout(READ_TIMEOUT_MS);
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  late.addEventListener('abort', () => reject(late.reason));
  image.src = url;
  await Promise.race([image.decode(), tooLate]);
  const { naturalWidth: width, naturalHeight: height } = image;
  if (width * height === 0 || width * height > MOST_PIXELS) throw new Error('It is too large.');
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  const isPhoto = /\.jpe?g$/i.test(path);
  const type = isPhoto ? 'image/jpeg' : 'image/webp';
  const blob = await canvas.convertToBlob({ type, quality: 0.94 });
  return fileOf(blob, path.split('/').at(-1) ?? '');
}

/** A picture that came as a `data:` URL; null when it is none that can be uploaded. */
function fileOfDataUrl(url: string): File | null {
  const [, type = '', base64 = ''] = /^data:(image\/[a-z]+);base64,(.+)$/is.exec(url) ?? [];
  try {
    const bytes = Uint8Array.from(atob(base64.replace(/\s/g, '')), (char) => char.charCodeAt(0));
    return pictureFile(bytes, type.toLowerCase());
  } catch {
    return null;
  }
}

/**
 * The pictures of RTF, which Word puts on the clipboard beside HTML whose pictures are files of its own. One
 * entry a picture, null when it is of a kind that browsers do not show.
 */
export function picturesOfRtf(rtf: string): (File | null)[] {
  const pictures: (File | null)[] = [];
  // Each stands there twice: the second is for programs that know only Windows metafiles.
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

/** What is left of a group without the groups inside of it and the control words: the bytes. */
function hexOf(group: string): string {
  let inner = group;
  for (let before = ''; before !== inner; ) {
    before = inner;
    inner = inner.replace(/\{[^{}]*\}/g, ' ');
  }
  const [own = ''] = inner.split('}');
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

function pictureFile(bytes: Uint8Array<ArrayBuffer>, type: string): File | null {
  const blob = new Blob([bytes], { type });
  return bytes.length > 0 && isUploadable(blob) ? fileOf(blob, '') : null;
}

function fileOf(blob: Blob, name: string): File {
  const stem = name.replace(/\.[^.]*$/, '') || 'pasted';
  return new File([blob], `${stem}.${blob.type.slice('image/'.length)}`, { type: blob.type });
}
