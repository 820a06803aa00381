import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata, type ResizeOptions, type Sharp } from 'sharp';
import type { PictureKind, PictureType } from '../contract/uploads.ts';
import { type Encoding, encodingOf, isAnimatedPng } from './encoding.ts';
import {
  animatedPicture,
  decodingFailed,
  notAPicture,
  tooManyPixels,
  unreadable,
} from './errors.ts';
import { type PictureFile, variantName } from './picture-files.ts';
import { cmykToRgb, toSrgb } from './srgb.ts';

const MAX_MEGAPIXELS: Record<PictureKind, number> = { post: 50, profile: 16 };
/** AVIF isn't decoded in strips, and takes up to 29 bytes per pixel: 700 MB for 24 megapixels. */
const MAX_MEGAPIXELS_AVIF: Record<PictureKind, number> = { post: 24, profile: 16 };
const MAX_FRAMES = 1000;
const MAX_SECONDS = 20;
/** A full-width picture on a high-density display. */
const POST_MAX_WIDTH = 2560;
const POST_MAX_HEIGHT = 8192;
const POST_WIDTHS = [480, 960, 1600];
const PROFILE_SIZE = 512;
const PROFILE_WIDTHS = [96, 192];
/** Number of bytes that the `file-type` package reads. */
const HEAD_BYTES = 4100;

const FORMATS: Record<PictureType, Metadata['format']> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'heif',
  'image/gif': 'gif',
};

// The cache would keep old content and open descriptors of removed files.
sharp.cache(false);

/** The files of a picture. `files` has the variants first and the picture itself last. */
export interface MadePicture {
  files: PictureFile[];
  width: number;
  height: number;
  /** Bytes of the picture itself. */
  bytes: number;
  storedBytes: number;
  /** Widths of the variants. Each has an AVIF and a WebP file. */
  widths: number[];
}

/**
 * Creates the files of an uploaded picture. Everything is encoded again, which removes EXIF data,
 * locations, color profiles (pixels become sRGB) and hidden data, and applies the orientation. A
 * picture of another accepted type is converted to `type`. Animations (GIF, WebP) in posts stay
 * animated and get no variants; profile pictures become still squares. Its memory isn't freed soon,
 * so the server calls it through `decodeInChild`. Throws a BadRequestError for files that aren't a
 * picture, are damaged, or have too many pixels.
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
    const encoding = encodingOf(bytes, found);
    if (kind === 'post' && found === 'image/png' && isAnimatedPng(bytes)) throw animatedPicture();
    const metadata = await inspect(bytes, kind, found);
    const moves = (metadata.pages ?? 1) > 1 && isAnimatable(found) && isAnimatable(type);
    if (kind === 'post' && moves) return await makeAnimation(bytes, name, type);
    const source = await decodeStill(bytes, kind, metadata);
    const pixels = await rgbOf(source.resize(sizeOf(kind, metadata)), metadata, encoding);
    return await makeFiles(pixels, name, type, kind === 'profile' ? PROFILE_WIDTHS : POST_WIDTHS);
  } catch (error) {
    throw decodingFailed(error);
  }
}

/** Returns the type by the first bytes, or `undefined` if it isn't accepted. */
async function typeOf(bytes: Buffer): Promise<PictureType | undefined> {
  const mime = (await fileTypeFromBuffer(bytes.subarray(0, HEAD_BYTES)))?.mime;
  if (mime === 'image/apng') return 'image/png';
  return mime !== undefined && mime in FORMATS ? (mime as PictureType) : undefined;
}

/** Checks the header, so that no oversized picture is decoded. */
async function inspect(bytes: Buffer, kind: PictureKind, type: PictureType): Promise<Metadata> {
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
  // Sharp also detects the type, and must agree.
  if (metadata.format !== FORMATS[type]) throw unreadable();
  if (type === 'image/avif' && metadata.compression !== 'av1') throw unreadable();
  const pages = metadata.pages ?? 1;
  // Only the first frame of a profile picture is decoded.
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

/** No visible difference at normal size. 12 megapixels take half a second. */
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

/** Decodes the first frame, upright. Sharp applies color profiles. */
async function decodeStill(bytes: Buffer, kind: PictureKind, metadata: Metadata): Promise<Sharp> {
  const { format, space, hasProfile } = metadata;
  // Sharp ignores profiles of 16-bit gray.
  if (space === 'grey16' && hasProfile) {
    const gray = decode(bytes, kind).autoOrient().toColourspace('b-w').keepIccProfile();
    return decode(await gray.png({ compressionLevel: 0 }).toBuffer(), kind);
  }
  // Browsers ignore the orientation of WebP.
  const upright = format === 'webp' ? decode(bytes, kind) : decode(bytes, kind).autoOrient();
  if (isPlainCmyk(metadata)) return upright.pipelineColourspace('cmyk').toColourspace('cmyk');
  // By default, Sharp converts 16-bit RGB with a profile to Display P3.
  return space === 'rgb16' && hasProfile ? upright.pipelineColourspace('srgb') : upright;
}

function isPlainCmyk({ space, hasProfile }: Metadata): boolean {
  return space === 'cmyk' && !hasProfile;
}

function sizeOf(kind: PictureKind, { width, height }: Metadata): ResizeOptions {
  if (kind === 'post') {
    return {
      width: POST_MAX_WIDTH,
      height: POST_MAX_HEIGHT,
      fit: 'inside',
      withoutEnlargement: true,
    };
  }
  const size = Math.min(PROFILE_SIZE, width, height);
  return { width: size, height: size, fit: 'cover' };
}

/** 8-bit samples in sRGB. */
interface Pixels {
  data: Buffer;
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

async function rgbOf(
  source: Sharp,
  metadata: Metadata,
  encoding: Encoding | undefined,
): Promise<Pixels> {
  const { data, info } = await source.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (isPlainCmyk(metadata)) {
    return { data: cmykToRgb(data), raw: { width, height, channels: 3 } };
  }
  if (encoding) toSrgb(data, channels, encoding);
  return { data, raw: { width, height, channels } };
}

/**
 * Returns the widths below the picture's, plus its own if any is missing: browsers that support
 * AVIF or WebP only use the variants, and would enlarge a narrower one.
 */
function variantWidths(width: number, widths: number[]): number[] {
  const narrower = widths.filter((each) => each < width);
  return narrower.length === widths.length ? narrower : [...narrower, width];
}

/** Encodes the variants and the picture. */
async function makeFiles(
  { data, raw }: Pixels,
  name: string,
  type: PictureType,
  widths: number[],
): Promise<MadePicture> {
  const { width, height } = raw;
  const pixels = () => sharp(data, { raw }).timeout({ seconds: MAX_SECONDS });
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
  const storedBytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  return { files, width, height, bytes: bytes.length, storedBytes, widths: chosen };
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
    storedBytes: data.length,
    widths: [],
  };
}
