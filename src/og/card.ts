import { markSvg } from './mark.ts';

export interface OgCard {
  siteName: string;
  /** Absent for the site's own picture. */
  title?: string;
  /** Label of the category; the tagline for the site's own picture. */
  note: string;
  /** Username; empty without one. */
  author: string;
  /** `blog.example.com`, in the corner. */
  host: string;
  /** Picks the colors, as on cards without a cover. */
  seed: string;
}

export interface OgElement {
  type: string;
  props: {
    style: Record<string, string | number>;
    children?: (OgElement | string)[];
    src?: string;
  };
}

export const OG_WIDTH = 1200;
export const OG_HEIGHT = 630;

/** The first font that has a glyph draws it. */
const SANS = 'Figtree, Figtree Extended, Serif, Serif Extended, Serif Greek, Serif Cyrillic';
const SERIF = 'Serif, Serif Extended, Serif Greek, Serif Cyrillic';
const INK = '#1b1a18';
const MUTED = '#5d594f';
/** Background, pattern and accent: the light tones of tokens.css. */
const TONES = [
  ['#e9ecf8', '#4a5fc9', '#2f45c5'],
  ['#f4eae4', '#b4633a', '#8f4520'],
  ['#e6f0ec', '#2f7f66', '#1d6650'],
  ['#f0eaf4', '#7d569e', '#653f86'],
] as const;

/** Returns the picture as a tree of elements. */
export function ogTree(card: OgCard): OgElement {
  const [ground, line, accent] = TONES[toneOf(card.seed)] ?? TONES[0];
  const title = card.title ?? card.siteName;
  return box(
    {
      width: OG_WIDTH,
      height: OG_HEIGHT,
      boxSizing: 'border-box',
      flexDirection: 'column',
      justifyContent: 'space-between',
      padding: '64px 72px 56px',
      backgroundColor: ground,
      color: INK,
      fontFamily: SANS,
    },
    [
      image(ripples(card.seed, line), OG_WIDTH, OG_HEIGHT, {
        position: 'absolute',
        top: 0,
        left: 0,
      }),
      header(card, accent),
      box({ flexDirection: 'column', maxWidth: 1000 }, [
        text(title, {
          fontFamily: SERIF,
          fontSize: titleSize(title),
          lineHeight: 1.14,
          letterSpacing: '-0.02em',
          lineClamp: 4,
          wordBreak: 'break-word',
        }),
      ]),
      footer(card, accent),
    ],
  );
}

function header(card: OgCard, accent: string): OgElement {
  const mark = image(markSvg(accent), 52, 52, {});
  const name = text(card.siteName, { fontSize: 32, marginLeft: 16, color: INK });
  return box({ alignItems: 'center' }, card.title === undefined ? [mark] : [mark, name]);
}

function footer(card: OgCard, accent: string): OgElement {
  const isSite = card.title === undefined;
  const note = isSite
    ? text(card.note, { fontSize: 30, lineHeight: 1.4, color: MUTED, maxWidth: 760, lineClamp: 3 })
    : box(
        { padding: '10px 24px', borderRadius: 999, border: `2px solid ${accent}`, color: accent },
        [text(card.note, { fontSize: 26, lineClamp: 1, maxWidth: 360 })],
      );
  const author = text(card.author, {
    fontSize: 26,
    color: INK,
    lineClamp: 1,
    maxWidth: 300,
    marginLeft: 24,
  });
  const host = text(card.host, { fontSize: 26, color: MUTED, lineClamp: 1, maxWidth: 380 });
  const left = isSite || card.author === '' ? note : box({ alignItems: 'center' }, [note, author]);
  return box({ alignItems: isSite ? 'flex-end' : 'center', justifyContent: 'space-between' }, [
    left,
    host,
  ]);
}

/** Longer titles are smaller, so that four lines fit 200 characters. */
function titleSize(title: string): number {
  if (title.length <= 28) return 92;
  if (title.length <= 60) return 76;
  if (title.length <= 100) return 64;
  return title.length <= 150 ? 54 : 46;
}

/** The site's own picture has the first tone, with the accent color. */
function toneOf(seed: string): number {
  return seed === '' ? 0 : hashOf(seed) % TONES.length;
}

/** The same hash as in CoverPlaceholder, so that a post has the same colors everywhere. */
function hashOf(seed: string): number {
  let sum = 0;
  for (const character of seed) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum;
}

/** Returns rings around a drop of ink, on the right, where few titles reach. */
function ripples(seed: string, color: string): string {
  const sum = hashOf(seed);
  const x = 960 + (sum % 7) * 30;
  const y = 110 + (sum % 5) * 42;
  const rings = [30, 78, 138, 210, 294, 390, 498, 618].map(
    (radius, index) =>
      `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${color}" stroke-width="2.5" stroke-opacity="${(0.4 - index * 0.04).toFixed(2)}"/>`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${OG_WIDTH}" height="${OG_HEIGHT}" viewBox="0 0 ${OG_WIDTH} ${OG_HEIGHT}">` +
    `${rings.join('')}<circle cx="${x}" cy="${y}" r="12" fill="${color}"/></svg>`
  );
}

function box(style: OgElement['props']['style'], children: (OgElement | string)[]): OgElement {
  return { type: 'div', props: { style: { display: 'flex', ...style }, children } };
}

/** `lineClamp` needs a block. */
function text(content: string, style: OgElement['props']['style']): OgElement {
  return { type: 'div', props: { style: { display: 'block', ...style }, children: [content] } };
}

function image(
  svg: string,
  width: number,
  height: number,
  style: OgElement['props']['style'],
): OgElement {
  const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  return { type: 'img', props: { src, style: { ...style, width, height } } };
}
