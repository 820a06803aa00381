import { pick } from './pick.ts';

/** One or two letters, or `_` for the outline of a person, and a number: `do-3`. */
const NAME = /^([a-z0-9]{1,2}|_)-(\d)$/;

/**
 * A background for light letters, and a darker shade of it for the shape behind them. The
 * background has a contrast of at least 4.5:1 with the letters (WCAG AA), and 3:1 with the page in
 * both themes, because a picture can't know the reader's theme.
 */
const PALETTES = [
  { ground: '#44639f', shape: '#26355d' },
  { ground: '#3a7276', shape: '#2c5a60' },
  { ground: '#b14a26', shape: '#8a3013' },
  { ground: '#8a6216', shape: '#6b470a' },
] as const;

/** The parts of the cover illustrations, on a field of 96 by 96. */
const SHAPES = [
  // A sun that sets.
  'M12 96a36 36 0 0 1 72 0z',
  // Hills.
  'M0 70C18 46 36 46 54 66S84 78 96 56V96H0z',
  // Waves.
  'M0 64q12-16 24 0q12-16 24 0q12-16 24 0q12-16 24 0V96H0zM0 22q12-16 24 0q12-16 24 0q12-16 24 0q12-16 24 0V0H0z',
  // A page with its corner turned.
  'M0 96L96 0V96z',
  // A drop of ink.
  'M48 2C44 16 14 38 14 60a34 34 0 0 0 68 0c0-22-30-44-34-58z',
  // An open book.
  'M48 22C34 12 18 10 6 14V80c12-4 28-2 42 8 14-10 30-12 42-8V14C78 10 62 12 48 22z',
] as const;

const LETTERS = '#fffdf9';

/** Returns the default avatar with a name such as `do-3`, or `undefined` if there is none. */
export function avatarSvg(name: string): string | undefined {
  const [, letters, number] = NAME.exec(name) ?? [];
  if (letters === undefined) return undefined;
  const { ground, shape } = PALETTES[Number(number) % PALETTES.length] ?? PALETTES[0];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">` +
    `<path fill="${ground}" d="M0 0h96v96H0z"/>` +
    `<path fill="${shape}" d="${SHAPES[pick(name, SHAPES.length)]}"/>${contentOf(letters)}</svg>`
  );
}

function contentOf(letters: string): string {
  if (letters === '_') {
    return `<g fill="${LETTERS}"><circle cx="48" cy="38" r="16"/><path d="M16 96c0-20 14-33 32-33s32 13 32 33z"/></g>`;
  }
  return (
    `<text x="48" y="49" fill="${LETTERS}" font-family="system-ui,-apple-system,'Segoe UI',Roboto,sans-serif" ` +
    `font-size="${letters.length === 1 ? 44 : 38}" font-weight="600" text-anchor="middle" ` +
    `dominant-baseline="central">${letters.toUpperCase()}</text>`
  );
}
