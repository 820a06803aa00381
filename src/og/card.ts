import { pick } from '../../api/contract/pick.ts';
import { markSvg } from '../icons/mark.ts';
import type { Lettering } from './lettering.ts';

export interface OgCard {
  siteName: string;
  /** Absent for the site's own picture. */
  title?: string;
  /** Label of the category; the tagline for the site's own picture. */
  note: string;
  /** Slug of the category, which picks its hue. Empty for the site's own picture. */
  category: string;
  /** Username; empty without one. */
  author: string;
  /** `blog.example.com`, in the corner. */
  host: string;
  /** Picks the generated cover, as on cards without one. Empty for the site's own picture. */
  seed: string;
  /** Address of the post's cover. Empty without one. */
  cover: string;
  /** The focal point of the cover, as `imageFocus` of posts. Empty without one. */
  focus: string;
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
/** The picture is on the right, as high as the card. */
export const COVER_WIDTH = 480;

/** The texts of a picture. */
export type OgTexts = Record<'heading' | 'siteName' | 'note' | 'author' | 'host', Lettering>;

/** The light theme of src/styles/tokens.css, with its hues of categories. */
const PAPER = '#fbf7f0';
const INK = '#1c1a17';
const SOFT = '#46413a';
const MUTED = '#635d53';
const VERMILION = '#e4572e';
const HUES = ['#2b4a8b', '#0f625d', '#7a5406', '#a63a1c', '#79386b', '#535e14'] as const;

interface Shown {
  /** The heading is the site's name, not the title of a post. */
  isSite: boolean;
  /** Slug. */
  category: string;
}

/** Returns the left side of the picture as a tree of elements. */
export function ogTree(texts: OgTexts, { isSite, category }: Shown): OgElement {
  return box(
    {
      width: OG_WIDTH - COVER_WIDTH,
      height: OG_HEIGHT,
      boxSizing: 'border-box',
      flexDirection: 'column',
      justifyContent: 'space-between',
      padding: '56px 56px 52px 64px',
      backgroundColor: PAPER,
      color: INK,
    },
    [
      header(texts, isSite),
      box({ flexDirection: 'column', width: HEADING_WIDTH }, [
        text(texts.heading, {
          ...headingSize(texts.heading),
          lineHeight: LINE_HEIGHT,
          letterSpacing: '-0.02em',
          wordBreak: 'break-word',
        }),
        ...(isSite ? [tagline(texts)] : []),
      ]),
      footer(texts, { isSite, category }),
    ],
  );
}

function header(texts: OgTexts, isSite: boolean): OgElement {
  const mark = image(markSvg(VERMILION), 48, 48);
  const name = text(texts.siteName, { fontSize: 28, marginLeft: 14, color: INK });
  return box({ alignItems: 'center' }, isSite ? [mark] : [mark, name]);
}

function tagline({ note }: OgTexts): OgElement {
  return text(note, { fontSize: 30, lineHeight: 1.4, color: SOFT, lineClamp: 3, marginTop: 24 });
}

function footer(texts: OgTexts, { isSite, category }: Shown): OgElement {
  const host = text(texts.host, { fontSize: 24, color: MUTED, lineClamp: 1, maxWidth: 330 });
  if (isSite) return box({ alignItems: 'center' }, [host]);
  const hue = HUES[pick(category, HUES.length)] ?? INK;
  const note = text(texts.note, { fontSize: 24, color: hue, lineClamp: 1 });
  const author = text(texts.author, { fontSize: 24, color: SOFT, lineClamp: 1, maxWidth: 260 });
  return box({ flexDirection: 'column' }, [
    note,
    box({ alignItems: 'center', justifyContent: 'space-between', marginTop: 10 }, [author, host]),
  ]);
}

const HEADING_WIDTH = 600;
/** Room between header and footer. */
const HEADING_HEIGHT = 360;
const LINE_HEIGHT = 1.14;
/** Font size and number of lines. Leaves room for one more line, because lines aren't full. */
const HEADING_SIZES = [
  [76, 3],
  [64, 3],
  [54, 4],
  [46, 5],
  [38, 6],
  [32, 8],
] as const;

/** Longer titles are smaller, so that 200 characters of any width fit. */
function headingSize({ width }: Lettering): { fontSize: number; lineClamp: number } {
  const fits = HEADING_SIZES.find(([size, lines]) => width * size <= lines * HEADING_WIDTH);
  const fontSize = fits?.[0] ?? 27;
  return { fontSize, lineClamp: Math.floor(HEADING_HEIGHT / (fontSize * LINE_HEIGHT)) };
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

function image(svg: string, width: number, height: number): OgElement {
  const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  return { type: 'img', props: { src, style: { width, height } } };
}
