import type { Encoding, Primaries } from './encoding.ts';

type Vector = readonly [number, number, number];
type Columns = readonly [Vector, Vector, Vector];

const SRGB: Primaries = [
  [0.3127, 0.329],
  [0.64, 0.33],
  [0.3, 0.6],
  [0.15, 0.06],
];
const STEPS = 65_535;

/** Converts 8-bit samples (gray or RGB, with or without alpha) to sRGB, in place. */
export function toSrgb(data: Buffer, channels: number, encoding: Encoding): void {
  const linear = Float64Array.from({ length: 256 }, (_, sample) => linearOf(sample, encoding));
  const encoded = Uint8Array.from({ length: STEPS + 1 }, (_, step) => srgbOf(step / STEPS));
  const sample = (light: number) =>
    encoded[Math.round(Math.min(1, Math.max(0, light)) * STEPS)] ?? 0;
  const colors = channels < 3 ? 1 : 3;
  const matrix = encoding.primaries === 'srgb' ? undefined : matrixFrom(encoding.primaries);
  if (colors === 1 || matrix === undefined) {
    const samples = linear.map(sample);
    for (let pixel = 0; pixel < data.length; pixel += channels) {
      for (let n = pixel; n < pixel + colors; n++) data[n] = samples[data[n] ?? 0] ?? 0;
    }
    return;
  }
  const [[rr, rg, rb], [gr, gg, gb], [br, bg, bb]] = matrix;
  for (let n = 0; n < data.length; n += channels) {
    const red = linear[data[n] ?? 0] ?? 0;
    const green = linear[data[n + 1] ?? 0] ?? 0;
    const blue = linear[data[n + 2] ?? 0] ?? 0;
    data[n] = sample(red * rr + green * gr + blue * br);
    data[n + 1] = sample(red * rg + green * gg + blue * bg);
    data[n + 2] = sample(red * rb + green * gb + blue * bb);
  }
}

/** Converts CMYK without a profile to RGB as browsers do. */
export function cmykToRgb(data: Buffer): Buffer {
  const rgb = Buffer.alloc((data.length / 4) * 3);
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    const light = 255 - (data[from + 3] ?? 0);
    for (let n = 0; n < 3; n++) {
      rgb[to + n] = Math.round(((255 - (data[from + n] ?? 0)) * light) / 255);
    }
  }
  return rgb;
}

function linearOf(sample: number, { transfer, isLimited }: Encoding): number {
  const value = isLimited ? Math.min(1, Math.max(0, (sample - 16) / 219)) : sample / 255;
  if (transfer !== 'srgb') return value ** transfer;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function srgbOf(light: number): number {
  const value = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(value * 255);
}

/** The Bradford matrix, by column: the eye's response to X, Y and Z. */
const CONES: Columns = [
  [0.8951, -0.7502, 0.0389],
  [0.2664, 1.7135, -0.0685],
  [-0.1614, 0.0367, 1.0296],
];

/**
 * Returns red, green and blue of these primaries in linear sRGB. White stays white. `undefined` for
 * primaries that aren't three colors, such as zeros, which browsers ignore.
 */
function matrixFrom(primaries: Primaries): Columns | undefined {
  const target = xyzOf(SRGB);
  const from = responseTo(pointToXyz(primaries[0]));
  const to = responseTo(pointToXyz(SRGB[0]));
  const convert = (color: Vector) => {
    const [l, m, s] = responseTo(color);
    const adapted: Vector = [(l * to[0]) / from[0], (m * to[1]) / from[1], (s * to[2]) / from[2]];
    return solve(target, solve(CONES, adapted));
  };
  const [red, green, blue] = xyzOf(primaries);
  const matrix: Columns = [convert(red), convert(green), convert(blue)];
  return matrix.flat().every(Number.isFinite) ? matrix : undefined;
}

function responseTo([x, y, z]: Vector): Vector {
  const [forX, forY, forZ] = CONES;
  return [
    x * forX[0] + y * forY[0] + z * forZ[0],
    x * forX[1] + y * forY[1] + z * forZ[1],
    x * forX[2] + y * forY[2] + z * forZ[2],
  ];
}

/** Returns red, green and blue in XYZ, scaled so that they add up to white. */
function xyzOf([white, ...points]: Primaries): Columns {
  const [red, green, blue] = points.map(pointToXyz) as [Vector, Vector, Vector];
  const amounts = solve([red, green, blue], pointToXyz(white));
  const scale = (color: Vector, amount: number): Vector => [
    color[0] * amount,
    color[1] * amount,
    color[2] * amount,
  ];
  return [scale(red, amounts[0]), scale(green, amounts[1]), scale(blue, amounts[2])];
}

function pointToXyz([x, y]: readonly [number, number]): Vector {
  return [x / y, 1, (1 - x - y) / y];
}

/** Returns the factors with which the columns add up to `sum`. */
function solve([a, b, c]: Columns, sum: Vector): Vector {
  const determinant = dot(a, cross(b, c));
  return [
    dot(cross(b, c), sum) / determinant,
    dot(cross(c, a), sum) / determinant,
    dot(cross(a, b), sum) / determinant,
  ];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross([a, b, c]: Vector, [x, y, z]: Vector): Vector {
  return [b * z - c * y, c * x - a * z, a * y - b * x];
}
