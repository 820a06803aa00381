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
const DARK_MARK = '#dark=';

export interface PictureOptions {
  sizes?: string | undefined;
  style?: string | undefined;
}

/**
 * Returns a picture with its size and variants. Empty if its address isn't allowed. A picture with
 * a dark version is followed by that one; prose.css shows the one of the theme.
 */
export function pictureHtml(
  { attribs }: HtmlElement,
  pictures: Pictures,
  options: PictureOptions = {},
): string {
  const src = pictureUrl(attribs.src ?? '');
  if (src === null) return '';
  const dark = darkVersionOf(src);
  if (dark === undefined) {
    const plain = src.includes(DARK_MARK) ? withoutFragment(src) : src;
    return onePicture({ ...attribs, src: plain }, pictures, options);
  }
  return (
    onePicture({ ...attribs, src: withoutFragment(src), class: 'for-light' }, pictures, options) +
    onePicture({ ...attribs, src: dark, class: 'for-dark' }, pictures, options)
  );
}

function onePicture(
  { src = '', alt = '', title, class: name }: Partial<Record<string, string>>,
  pictures: Pictures,
  { sizes = CONTENT_SIZES, style }: PictureOptions,
): string {
  const base = { src, alt, title, loading: 'lazy', decoding: 'async' };
  const outer = { class: name, style };
  const picture = pictures.get(withoutFragment(src));
  if (!picture) return `<img${attributesHtml({ ...base, ...outer })}>`;
  const image = { ...base, width: picture.width, height: picture.height };
  const sources = sourcesOf(picture).map(
    (source) => `<source${attributesHtml({ ...source, sizes })}>`,
  );
  if (sources.length === 0) return `<img${attributesHtml({ ...image, ...outer })}>`;
  return `<picture${attributesHtml(outer)}>${sources.join('')}<img${attributesHtml(image)}></picture>`;
}

/**
 * Returns a picture as a link to its file, which src/scripts/open-picture.ts opens on the page.
 * Empty if its address isn't allowed.
 */
export function openPictureHtml(
  element: HtmlElement,
  pictures: Pictures,
  { sizes, style }: PictureOptions = {},
): string {
  const html = pictureHtml(element, pictures, { sizes });
  if (html === '') return '';
  const { src = '', alt } = element.attribs;
  const url = pictureUrl(src) ?? '';
  const attributes = {
    class: 'picture-open',
    href: withoutFragment(url),
    'data-dark': darkVersionOf(url),
    'aria-label': alt ? `Enlarge picture: ${alt}` : 'Enlarge picture',
    style,
  };
  return `<a${attributesHtml(attributes)}>${html}</a>`;
}

/** Returns the ratio of a picture's sides. The pictures of a row have the same height by it. */
export function ratioOf({ attribs }: HtmlElement, pictures: Pictures): number {
  const picture = pictures.get(withoutFragment(attribs.src ?? ''));
  return picture ? Math.round((100 * picture.width) / picture.height) / 100 : UNKNOWN_RATIO;
}

/**
 * Returns the address of a picture for the dark theme. Authors name it in the fragment of the
 * picture's own address: `/uploads/a.png#dark=/uploads/b.png`. `#drawing` marks a drawing without
 * such a version, which gets a light background (prose.css).
 */
function darkVersionOf(url: string): string | undefined {
  const at = url.indexOf(DARK_MARK);
  const address = at === -1 ? '' : url.slice(at + DARK_MARK.length);
  return (address && pictureUrl(withoutFragment(address))) || undefined;
}

export function withoutFragment(url: string): string {
  return url.replace(/#.*$/, '');
}

/** Returns the addresses of a picture in the content, in both themes. */
export function addressesOf(url: string): string[] {
  return [withoutFragment(url), darkVersionOf(url) ?? ''].filter((address) => address !== '');
}
