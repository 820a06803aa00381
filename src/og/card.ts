import { markSvg } from '../icons/mark.ts';
import type { Lettering } from './lettering.ts';

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
  /** The post's language: `ja-JP`. */
  language: string;
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

/** The texts of a picture. */
export type OgTexts = Record<'heading' | 'siteName' | 'note' | 'author' | 'host', Lettering>;

interface Look {
  seed: string;
  /** The heading is the site's name, not the title of a post. */
  isSite: boolean;
}

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
export function ogTree(texts: OgTexts, { seed, isSite }: Look): OgElement {
  const [ground, line, accent] = TONES[toneOf(seed)] ?? TONES[0];
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
    },
    [
      image(ripples(seed, line), OG_WIDTH, OG_HEIGHT, {
        position: 'absolute',
        top: 0,
        left: 0,
      }),
      header(texts, isSite, accent),
      box({ flexDirection: 'column', maxWidth: HEADING_WIDTH }, [
        text(texts.heading, {
          ...headingSize(texts.heading),
          lineHeight: LINE_HEIGHT,
          letterSpacing: '-0.02em',
          wordBreak: 'break-word',
        }),
      ]),
      footer(texts, isSite, accent),
    ],
  );
}

function header(texts: OgTexts, isSite: boolean, accent: string): OgElement {
  const mark = image(markSvg(accent), 52, 52, {});
  const name = text(texts.siteName, { fontSize: 32, marginLeft: 16, color: INK });
  return box({ alignItems: 'center' }, isSite ? [mark] : [mark, name]);
}

function footer(texts: OgTexts, isSite: boolean, accent: string): OgElement {
  const note = isSite
    ? text(texts.note, { fontSize: 30, lineHeight: 1.4, color: MUTED, maxWidth: 760, lineClamp: 3 })
    : box(
        { padding: '10px 24px', borderRadius: 999, border: `2px solid ${accent}`, color: accent },
        [text(texts.note, { fontSize: 26, lineClamp: 1, maxWidth: 360 })],
      );
  const author = text(texts.author, {
    fontSize: 26,
    color: INK,
    lineClamp: 1,
    maxWidth: 300,
    marginLeft: 24,
  });
  const host = text(texts.host, { fontSize: 26, color: MUTED, lineClamp: 1, maxWidth: 380 });
  const left =
    isSite || texts.author.text === '' ? note : box({ alignItems: 'center' }, [note, author]);
  return box({ alignItems: isSite ? 'flex-end' : 'center', justifyContent: 'space-between' }, [
    left,
    host,
  ]);
}

const HEADING_WIDTH = 1000;
/** Room between header and footer. */
const HEADING_HEIGHT = 400;
const LINE_HEIGHT = 1.14;
/** Font size and number of lines. Leaves room for one more line, because lines aren't full. */
const HEADING_SIZES = [
  [92, 2],
  [76, 3],
  [64, 4],
  [54, 5],
  [46, 6],
  [38, 8],
] as const;

/** Longer titles are smaller, so that 200 characters of any width fit. */
function headingSize({ width }: Lettering): { fontSize: number; lineClamp: number } {
  const fits = HEADING_SIZES.find(([size, lines]) => width * size <= lines * HEADING_WIDTH);
  const fontSize = fits?.[0] ?? 32;
  return { fontSize, lineClamp: Math.floor(HEADING_HEIGHT / (fontSize * LINE_HEIGHT)) };
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
function text(content: Lettering, style: OgElement['props']['style']): OgElement {
  const { text, family } = content;
  const block = { display: 'block', fontFamily: family, ...style };
  return { type: 'div', props: { style: block, children: [text] } };
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
