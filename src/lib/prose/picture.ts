import { pictureUrl } from '../../../api/contract/urls.ts';
import { attributesHtml, type HtmlElement } from '../html.ts';
import { type Pictures, sourcesOf } from '../pictures.ts';

/** The maximum width of a picture in the content: the text column of prose.css, or the screen. */
export const CONTENT_SIZES = '(min-width: 48rem) 44rem, calc(100vw - 2rem)';
/** The same for the widths of figures (blocks.css). */
export const FIGURE_SIZES: Partial<Record<string, string>> = {
  wide: '(min-width: 66rem) 62rem, calc(100vw - 2rem)',
  full: '100vw',
};

const UNKNOWN_RATIO = 1.5;

export interface PictureOptions {
  sizes?: string | undefined;
  style?: string | undefined;
}

/** Returns a picture with its size and variants. Empty if its address isn't allowed. */
export function pictureHtml(
  { attribs }: HtmlElement,
  pictures: Pictures,
  { sizes = CONTENT_SIZES, style }: PictureOptions = {},
): string {
  const { src: stored = '', alt = '', title } = attribs;
  const src = pictureUrl(stored);
  if (src === null) return '';
  const base = { src, alt, title, loading: 'lazy', decoding: 'async' };
  const picture = pictures.get(withoutFragment(src));
  if (!picture) return `<img${attributesHtml({ ...base, style })}>`;
  const image = { ...base, width: picture.width, height: picture.height };
  const sources = sourcesOf(picture).map(
    (source) => `<source${attributesHtml({ ...source, sizes })}>`,
  );
  if (sources.length === 0) return `<img${attributesHtml({ ...image, style })}>`;
  return `<picture${attributesHtml({ style })}>${sources.join('')}<img${attributesHtml(image)}></picture>`;
}

/** Returns the ratio of a picture's sides. The pictures of a row have the same height by it. */
export function ratioOf({ attribs }: HtmlElement, pictures: Pictures): number {
  const picture = pictures.get(withoutFragment(attribs.src ?? ''));
  return picture ? Math.round((100 * picture.width) / picture.height) / 100 : UNKNOWN_RATIO;
}

/**
 * Authors may end a picture's URL with `#drawing`, so that the dark theme inverts it (prose.css).
 */
export function withoutFragment(url: string): string {
  return url.replace(/#.*$/, '');
}
