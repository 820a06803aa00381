import type { ElementNode, Node } from '../../../api/contract/content/elements.ts';
import { pictureUrl } from '../../../api/contract/urls.ts';
import type { HtmlOptions } from './options.ts';
import { element, serialize } from './tree.ts';

/** Where lazy-loading scripts find the address. */
const LATE = ['data-src', 'data-lazy-src', 'data-original', 'data-orig-file'];
const EMBEDDED = /^data:image\/[a-z]+;base64,/i;

/** Returns a picture with its full address, or nothing for one that no post can show. */
export function picture(image: ElementNode, { note, picture: resolve }: HtmlOptions): Node[] {
  const { attribs } = image;
  if (/^[01](?:px)?$/.test(attribs.get('width') ?? '')) {
    note('A picture of one pixel was left out. It only counts readers.', serialize([image]));
    return [];
  }
  const given = { src: sourceOf(attribs), alt: attribs.get('alt') ?? '' };
  const { src, alt } = resolve?.(given) ?? given;
  if (pictureUrl(src) === null && !EMBEDDED.test(src)) {
    note("A picture was left out: its address isn't usable.", serialize([image]));
    return alt === '' ? [] : [alt];
  }
  const sizes = [...attribs].filter(([name]) => name === 'width' || name === 'height');
  return [element('img', { src, alt, ...Object.fromEntries(sizes) })];
}

function sourceOf(attribs: Map<string, string>): string {
  const src = (attribs.get('src') ?? '').trim();
  const late = LATE.map((name) => attribs.get(name)?.trim()).find(Boolean);
  const inSet = /^\s*(\S+)/.exec(attribs.get('srcset') ?? attribs.get('data-srcset') ?? '')?.[1];
  const isPlaceholder = src === '' || /^data:/i.test(src);
  return (isPlaceholder ? (late ?? inSet) : undefined) ?? src;
}
