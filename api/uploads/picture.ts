import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata, type Sharp } from 'sharp';
import type { PictureKind, PictureType } from '../contract/uploads.ts';
import { notAPicture, tooManyPixels, undecodable, unreadable } from './refusals.ts';
import type { PictureFile } from './storage.ts';
import { variantName } from './variants.ts';

/** In millions. More is refused before anything is decoded. */
const MAX_MEGAPIXELS: Record<PictureKind, number> = { post: 50, profile: 16 };
/** AVIF is decoded as a whole, at up to 29 bytes a pixel (12 bits, with alpha): 24 megapixels take 700 MB. */
const MAX_MEGAPIXELS_AVIF: Record<PictureKind, number> = { post: 24, profile: 16 };
const MAX_FRAMES = 1000;
const MAX_SECONDS = 20;
/** Wider is never shown; 2560 is a full-width picture on a display of twice the density. */
const POST_MAX_WIDTH = 2560;
const POST_MAX_HEIGHT = 8192;
const POST_WIDTHS = [480, 960, 1600];
const PROFILE_SIZE = 512;
const PROFILE_WIDTHS = [96, 192];
/** As many bytes as the `file-type` package looks at. */
const HEAD_BYTES = 4100;

const FORMATS: Record<PictureType, Metadata['format']> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'heif',
  'image/gif': 'gif',
};

// A cache of open files would serve a name's old content and keep descriptors of removed files.
sharp.cache(false);

/** What is made of an upload: variants first, the picture itself last, ready to be saved in this order. */
export interface MadePicture {
  files: PictureFile[];
  width: number;
  height: number;
  bytes: number;
  /** Each has an AVIF and a WebP file. */
  widths: number[];
}

/**
 * Makes the files of a picture from what was uploaded, under `name` and as `type`. Everything
 * is encoded anew: no EXIF, no place, no color profile (the pixels become sRGB), nothing hidden behind
 * the picture; the orientation is applied. A picture of another accepted type than announced is
 * converted. Animations (GIF, WebP) of posts stay animations and get no variants; profile pictures are
 * cropped to a square and stand still.
 * Throws a BadRequestError for what is no picture, damaged, or has too many pixels. Takes memory that the
 * process does not give back soon: the server runs it through `makeInChild`.
 */
export async function makePicture(
  bytes: Buffer,
  name: string,
  kind: PictureKind,
  type: PictureType,
): Promise<MadePicture> {
  const found = await typeOf(bytes);
  if (found === undefined) throw notAPicture(kind);
  try {
    const metadata = await inspect(bytes, kind, found);
    if (kind === 'profile') return await makeProfile(bytes, name, type, metadata);
    const moves = (metadata.pages ?? 1) > 1 && isAnimatable(found) && isAnimatable(type);
    return moves ? await makeAnimation(bytes, name, type) : await makePost(bytes, name, type);
  } catch (error) {
    throw undecodable(error);
  }
}

/** The type that the first bytes tell, undefined when it is none of the accepted ones. */
async function typeOf(bytes: Buffer): Promise<PictureType | undefined> {
  const mime = (await fileTypeFromBuffer(bytes.subarray(0, HEAD_BYTES)))?.mime;
  if (mime === 'image/apng') return 'image/png';
  return mime !== undefined && mime in FORMATS ? (mime as PictureType) : undefined;
}

/** Reads the header alone and refuses by it, so that nothing large is ever decoded. */
async function inspect(bytes: Buffer, kind: PictureKind, type: PictureType): Promise<Metadata> {
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
  // The decoder looks at the bytes itself: it must see the same type as we did.
  if (metadata.format !== FORMATS[type]) throw unreadable();
  if (type === 'image/avif' && metadata.compression !== 'av1') throw unreadable();
  const pages = metadata.pages ?? 1;
  // Of a profile picture only the first frame is decoded.
  const frames = kind === 'profile' ? 1 : pages;
  const limits = type === 'image/avif' ? MAX_MEGAPIXELS_AVIF : MAX_MEGAPIXELS;
  const pixels = metadata.width * metadata.height * frames;
  if (pages > MAX_FRAMES || pixels > limits[kind] * 1_000_000) {
    throw tooManyPixels(limits[kind], kind === 'post');
  }
  return metadata;
}

function decode(bytes: Buffer, kind: PictureKind, animated = false): Sharp {
  return sharp(bytes, {
    animated,
    failOn: 'error',
    limitInputPixels: MAX_MEGAPIXELS[kind] * 1_000_000,
    sequentialRead: true,
  }).timeout({ seconds: MAX_SECONDS });
}

/** Qualities chosen so that no difference is seen at normal size; efforts so that 12 megapixels take half a second. */
function encode(pixels: Sharp, type: PictureType): Sharp {
  switch (type) {
    case 'image/jpeg':
      return pixels.flatten({ background: '#ffffff' }).jpeg({ quality: 85 });
    case 'image/png':
      return pixels.png({ compressionLevel: 8 });
    case 'image/webp':
      return pixels.webp({ quality: 82, effort: 2 });
    case 'image/avif':
      return pixels.avif({ quality: 60, effort: 1 });
    case 'image/gif':
      return pixels.gif();
  }
}

function isAnimatable(type: PictureType): boolean {
  return type === 'image/gif' || type === 'image/webp';
}

async function makePost(bytes: Buffer, name: string, type: PictureType): Promise<MadePicture> {
  const pixels = decode(bytes, 'post').autoOrient().resize({
    width: POST_MAX_WIDTH,
    height: POST_MAX_HEIGHT,
    fit: 'inside',
    withoutEnlargement: true,
  });
  return await makeFiles(pixels, name, type, POST_WIDTHS);
}

async function makeProfile(
  bytes: Buffer,
  name: string,
  type: PictureType,
  metadata: Metadata,
): Promise<MadePicture> {
  const size = Math.min(PROFILE_SIZE, metadata.width, metadata.height);
  const pixels = decode(bytes, 'profile')
    .autoOrient()
    .resize({ width: size, height: size, fit: 'cover' });
  return await makeFiles(pixels, name, type, PROFILE_WIDTHS);
}

/**
 * Those narrower than the picture, and its own width unless the widest comes near: browsers that know AVIF
 * or WebP take the variants alone, and would stretch a narrower one.
 */
function variantWidths(width: number, widths: number[]): number[] {
  const narrower = widths.filter((each) => each < width);
  return narrower.length === widths.length ? narrower : [...narrower, width];
}

/** Decodes once, then encodes the variants and the picture. */
async function makeFiles(
  source: Sharp,
  name: string,
  type: PictureType,
  widths: number[],
): Promise<MadePicture> {
  const { data, info } = await source.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixels = () =>
    sharp(data, { raw: { width, height, channels } }).timeout({ seconds: MAX_SECONDS });
  const chosen = variantWidths(width, widths);
  const files: PictureFile[] = [];
  for (const each of chosen) {
    for (const [extension, format] of [
      ['avif', 'image/avif'],
      ['webp', 'image/webp'],
    ] as const) {
      const bytes = await encode(pixels().resize({ width: each }), format).toBuffer();
      files.push({ name: variantName(name, each, extension), type: format, bytes });
    }
  }
  const bytes = await encode(pixels(), type).toBuffer();
  files.push({ name, type, bytes });
  return { files, width, height, bytes: bytes.length, widths: chosen };
}

async function makeAnimation(bytes: Buffer, name: string, type: PictureType): Promise<MadePicture> {
  const pixels = decode(bytes, 'post', true).resize({
    width: POST_MAX_WIDTH,
    withoutEnlargement: true,
  });
  const { data, info } = await encode(pixels, type).toBuffer({ resolveWithObject: true });
  return {
    files: [{ name, type, bytes: data }],
    width: info.width,
    height: info.pageHeight ?? info.height,
    bytes: data.length,
    widths: [],
  };
}
