import type { PictureType } from '../contract/uploads.ts';
import { animatedPicture, hdrPicture } from './errors.ts';

/** Chromaticities of white, red, green and blue: x and y of each. */
export type Primaries = readonly [
  white: readonly [number, number],
  red: readonly [number, number],
  green: readonly [number, number],
  blue: readonly [number, number],
];

/** The color encoding of a picture that isn't sRGB, if Sharp ignores it. */
export interface Encoding {
  /** The exponent that makes a sample linear. */
  transfer: number | 'srgb';
  primaries: Primaries | 'srgb';
  /** Whether black is 16 and white is 235. */
  isLimited: boolean;
}

const SRGB: Encoding = { transfer: 'srgb', primaries: 'srgb', isLimited: false };

const C = [0.31, 0.316] as const;
const D65 = [0.3127, 0.329] as const;
const DCI = [0.314, 0.351] as const;
/** By their number in ITU-T H.273. The others are sRGB or unknown. */
const PRIMARIES = new Map<number, Primaries>([
  [4, [C, [0.67, 0.33], [0.21, 0.71], [0.14, 0.08]]],
  [5, [D65, [0.64, 0.33], [0.29, 0.6], [0.15, 0.06]]],
  [6, [D65, [0.63, 0.34], [0.31, 0.595], [0.155, 0.07]]],
  [7, [D65, [0.63, 0.34], [0.31, 0.595], [0.155, 0.07]]],
  [8, [C, [0.681, 0.319], [0.243, 0.692], [0.145, 0.049]]],
  [9, [D65, [0.708, 0.292], [0.17, 0.797], [0.131, 0.046]]],
  [11, [DCI, [0.68, 0.32], [0.265, 0.69], [0.15, 0.06]]],
  [12, [D65, [0.68, 0.32], [0.265, 0.69], [0.15, 0.06]]],
  [22, [D65, [0.63, 0.34], [0.295, 0.605], [0.155, 0.077]]],
]);
const TRANSFERS = new Map([
  [4, 2.2],
  [5, 2.8],
  [8, 1],
]);
/** The curves of video. Browsers treat them as sRGB in AVIF, but not in PNG. */
const VIDEO_TRANSFERS = [1, 6, 14, 15];
const HDR_TRANSFERS = [16, 18];

/**
 * Returns the color encoding of a PNG or AVIF, as browsers read it. Returns `undefined` for PNG in
 * sRGB or with a profile, which Sharp applies. Throws a BadRequestError for animated AVIF and for
 * HDR, which Sharp can't decode.
 */
export function encodingOf(bytes: Buffer, type: PictureType): Encoding | undefined {
  if (type === 'image/png') return pngEncoding(bytes);
  return type === 'image/avif' ? avifEncoding(bytes) : undefined;
}

/** Returns whether a PNG has several frames. Sharp decodes only its still picture. */
export function isAnimatedPng(bytes: Buffer): boolean {
  const control = pngChunks(bytes).get('acTL');
  return control !== undefined && control.readUInt32BE(0) > 1;
}

function pngEncoding(bytes: Buffer): Encoding | undefined {
  const chunks = pngChunks(bytes);
  const cicp = chunks.get('cICP');
  // Browsers ignore unspecified codes (2) and limited range.
  if (cicp && cicp.readUInt8(1) !== 2 && cicp.readUInt8(3) === 1) {
    const [primaries, transfer] = [cicp.readUInt8(0), cicp.readUInt8(1)];
    const encoding = codedEncoding(primaries, transfer);
    return VIDEO_TRANSFERS.includes(transfer) ? { ...encoding, transfer: 2.4 } : encoding;
  }
  if (chunks.has('iCCP') || chunks.has('sRGB')) return undefined;
  const gamma = chunks.get('gAMA')?.readUInt32BE(0) ?? 0;
  // Browsers ignore `cHRM` alone.
  if (gamma === 0) return undefined;
  const points = chunks.get('cHRM');
  // 1/2.2 alone means sRGB.
  if (!points && Math.abs(gamma - 45_455) < 50) return undefined;
  const point = (index: number) => [read(points, 8 * index), read(points, 8 * index + 4)] as const;
  return {
    transfer: 100_000 / gamma,
    primaries: points ? [point(0), point(1), point(2), point(3)] : 'srgb',
    isLimited: false,
  };
}

function read(points: Buffer | undefined, offset: number): number {
  return (points?.readUInt32BE(offset) ?? 0) / 100_000;
}

/** The chunks that describe colors and frames. Browsers ignore those with another length. */
const LENGTHS = new Map([
  ['acTL', 8],
  ['cHRM', 32],
  ['cICP', 4],
  ['gAMA', 4],
  ['sRGB', 1],
]);

/** Returns these chunks, and the profile, if they're before the pixels. */
function pngChunks(bytes: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let offset = 8; offset + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(offset);
    const type = bytes.toString('latin1', offset + 4, offset + 8);
    if (type === 'IDAT') break;
    if (type === 'iCCP' || LENGTHS.get(type) === length) {
      chunks.set(type, bytes.subarray(offset + 8, offset + 8 + length));
    }
    offset += length + 12;
  }
  return chunks;
}

function codedEncoding(primaries: number, transfer: number): Encoding {
  if (HDR_TRANSFERS.includes(transfer)) throw hdrPicture();
  return {
    transfer: TRANSFERS.get(transfer) ?? 'srgb',
    primaries: PRIMARIES.get(primaries) ?? 'srgb',
    isLimited: false,
  };
}

function avifEncoding(bytes: Buffer): Encoding | undefined {
  const top = boxes(bytes);
  const brand = top.find(({ type }) => type === 'ftyp')?.content.toString('latin1', 0, 4);
  if (brand === 'avis') throw animatedPicture();
  const meta = top.find(({ type }) => type === 'meta')?.content.subarray(4);
  const properties = inside(inside(meta ?? Buffer.alloc(0), 'iprp'), 'ipco');
  const all = boxes(properties);
  const colors = all.filter(({ type }) => type === 'colr').map(({ content }) => content);
  const coded = colors.find((color) => color.toString('latin1', 0, 4) === 'nclx');
  const hasProfile = colors.some((color) => color !== coded);
  const encoding =
    coded && !hasProfile ? codedEncoding(coded.readUInt16BE(4), coded.readUInt16BE(6)) : SRGB;
  // An alpha channel is always monochrome. Sharp expands the limited range of colors itself.
  const isGray = all.every(({ type, content }) => type !== 'av1C' || isMonochrome(content));
  const isLimited = isGray && coded !== undefined && (coded.readUInt8(10) & 0x80) === 0;
  return { ...encoding, isLimited };
}

function isMonochrome(config: Buffer): boolean {
  return (config.readUInt8(2) & 0x10) !== 0;
}

interface Box {
  type: string;
  content: Buffer;
}

/** Returns the boxes of an ISO base media file, up to the first one without a size. */
function boxes(bytes: Buffer): Box[] {
  const found: Box[] = [];
  for (let offset = 0; offset + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(offset);
    const type = bytes.toString('latin1', offset + 4, offset + 8);
    if (size < 8) break;
    found.push({ type, content: bytes.subarray(offset + 8, offset + size) });
    offset += size;
  }
  return found;
}

function inside(bytes: Buffer, type: string): Buffer {
  return boxes(bytes).find((box) => box.type === type)?.content ?? Buffer.alloc(0);
}
