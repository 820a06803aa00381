/**
 * Pictures for posts without a cover, made of the parts of the cover illustrations: hills and a
 * sun, waves and a boat, a book, a nib, a map, a feather. Each exists in four palettes.
 */

/** The colors of the cover illustrations (`db/demo/art/`). */
const CREAM = '#f6f1e7';
const INK = '#16213e';
const VERMILION = '#e4572e';
const OCHRE = '#d9a441';
const TEAL = '#4f8a8b';
const MIST = '#a9cbc4';

interface Palette {
  ground: string;
  /** Large shapes close to the ground. */
  quiet: string;
  /** Second shapes. */
  middle: string;
  /** The main shape. */
  strong: string;
  accent: string;
}

const PALETTES: readonly Palette[] = [
  { ground: CREAM, quiet: '#e6d9be', middle: MIST, strong: INK, accent: VERMILION },
  { ground: INK, quiet: '#26355d', middle: TEAL, strong: CREAM, accent: OCHRE },
  { ground: '#2c5a60', quiet: TEAL, middle: MIST, strong: INK, accent: '#eac982' },
  { ground: '#eac982', quiet: OCHRE, middle: CREAM, strong: INK, accent: VERMILION },
];

const COMPOSITIONS: readonly ((palette: Palette) => string)[] = [
  hills,
  waves,
  book,
  nib,
  map,
  feather,
];

/** Returns one of the pictures, 0 to 23, as an SVG of 16 by 9. */
export function artworkSvg(number: number): string {
  const palette = PALETTES[Math.floor(number / COMPOSITIONS.length)];
  const draw = COMPOSITIONS[number % COMPOSITIONS.length];
  if (!palette || !draw) throw new RangeError(`There is no artwork ${number}.`);
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180" width="1280" height="720">' +
    `<path fill="${palette.ground}" d="M0 0h320v180H0z"/>${draw(palette)}</svg>`
  );
}

function hills({ quiet, middle, strong, accent }: Palette): string {
  return (
    fill(accent, 'M128 80a44 44 0 1 0 88 0a44 44 0 1 0-88 0') +
    fill(
      quiet,
      'M46 44h52a8 8 0 0 1 0 16h-52a8 8 0 0 1 0-16zM234 28h40a6 6 0 0 1 0 12h-40a6 6 0 0 1 0-12z',
    ) +
    fill(middle, 'M0 118C52 72 92 80 142 116S262 152 320 92V180H0z') +
    fill(quiet, 'M0 146C60 112 128 128 176 146S286 142 320 126V180H0z') +
    fill(strong, 'M0 166C70 138 120 172 186 158S290 158 320 148V180H0z')
  );
}

function waves({ quiet, middle, strong, accent }: Palette): string {
  const row = (y: number, x: number) => `M${x} ${y}${'q20-24 40 0'.repeat(9)}V180H${x}z`;
  return (
    fill(accent, 'M76 112a56 56 0 0 1 112 0z') +
    fill(middle, row(114, 0)) +
    fill(strong, 'M158 36v62h-44zM164 50v48h36zM104 104h106l-18 24h-66z') +
    fill(quiet, row(132, -20)) +
    fill(middle, row(150, 0)) +
    fill(quiet, row(168, -20))
  );
}

function book({ ground, quiet, middle, strong, accent }: Palette): string {
  return (
    fill(quiet, 'M0 142h320v38H0z') +
    fill(accent, 'M114 50a46 46 0 0 1 92 0l-46 30z') +
    fill(strong, 'M48 60v96c40-10 84-8 112 6c28-14 72-16 112-6V60z') +
    fill(ground === CREAM ? '#fffaf0' : CREAM, 'M160 66C132 50 92 46 58 54v92c34-8 74-6 102 8z') +
    fill(middle === CREAM ? '#f8eed6' : middle, 'M160 66c28-16 68-20 102-12v92c-34-8-74-6-102 8z') +
    stroke(
      TEAL,
      4,
      'M74 74c22-3 46 0 68 9M74 90c22-3 46 0 68 9M74 106c22-3 46 0 68 9M74 122c14-2 28-1 40 3',
    ) +
    fill(VERMILION, 'M212 51v50l10-9 10 9V50c-7 0-14 0-20 1z')
  );
}

function nib({ ground, quiet, middle, strong, accent }: Palette): string {
  return (
    fill(quiet, 'M0 132h320v48H0z') +
    stroke(accent, 7, 'M16 150c26-34 40-26 42-6s20 0 36-10 18 14 34 12c14-2 20-12 36-14') +
    '<g transform="rotate(38 164 134)">' +
    fill(middle, 'M136-60h56V34h-56z') +
    fill(strong, 'M132 30h64v44l-32 60-32-60z') +
    stroke(ground, 3, 'M164 76v54') +
    fill(ground, 'M157 70a7 7 0 1 0 14 0a7 7 0 1 0-14 0') +
    fill(accent, 'M128 24h72v12h-72z') +
    '</g>'
  );
}

function map({ ground, quiet, middle, strong, accent }: Palette): string {
  const columns = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => `M${n * 44 - 41}-60V240`);
  const rows = [0, 1, 2, 3, 4, 5].map((n) => `M-60 ${n * 40 - 27}H380`);
  return (
    '<g transform="rotate(-10 160 90)">' +
    fill(quiet, 'M-60-60h440v300H-60z') +
    fill(middle, 'M47 53h44v40H47zM223 13h44v40h-44zM179 133h44v40h-44z') +
    stroke(ground, 6, columns.concat(rows).join('')) +
    stroke(ground, 20, 'M-40 176C70 120 120 190 190 132S280 60 380 84') +
    stroke(middle, 13, 'M-40 176C70 120 120 190 190 132S280 60 380 84') +
    stroke(accent, 6, 'M4 210v-77h87V93h44V53h88') +
    '</g>' +
    fill(
      strong,
      'M208 20a25 25 0 0 1 25 25c0 18-19 26-25 48c-6-22-25-30-25-48a25 25 0 0 1 25-25z',
    ) +
    fill(ground, 'M199 45a9 9 0 1 0 18 0a9 9 0 1 0-18 0')
  );
}

function feather({ ground, quiet, middle, strong, accent }: Palette): string {
  return (
    fill(quiet, 'M116 68a58 58 0 1 0 116 0a58 58 0 1 0-116 0') +
    '<g transform="translate(128 158) rotate(32)">' +
    fill(middle, 'M0-10C-22-34-34-66-32-98C-30-128-16-148 0-164z') +
    fill(strong === INK ? TEAL : strong, 'M0-10C18-34 28-62 28-94C28-126 16-148 0-164z') +
    fill(
      ground,
      'M-46-72l42 36-42-20zM-46-120l42 36-42-22zM42-90L4-60l38-16zM42-132L4-104l38-18z',
    ) +
    stroke(strong === INK ? INK : ground, 4, 'M0 16V-156') +
    '</g>' +
    fill(accent, 'M84 116c11 16 16 22 16 31a16 16 0 0 1-32 0c0-9 5-15 16-31z') +
    fill(strong, 'M30 164h260v5H30z')
  );
}

function fill(color: string, d: string): string {
  return `<path fill="${color}" d="${d}"/>`;
}

function stroke(color: string, width: number, d: string): string {
  return `<path fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`;
}
