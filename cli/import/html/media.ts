import type { ElementNode, Node } from '../../../api/contract/content/elements.ts';
import { decodedPart, linkUrl, videoUrl } from '../../../api/contract/urls.ts';
import type { HtmlOptions } from './options.ts';
import { picture } from './pictures.ts';
import { element, findAll, isBlank, serialize } from './tree.ts';

/**
 * Returns the player of a video of YouTube or Vimeo; for other addresses, a paragraph with a link,
 * which is noted.
 */
export function embed(
  address: string,
  { note, link }: HtmlOptions,
  { title = '', label = title }: { title?: string; label?: string } = {},
): Node[] {
  if (videoUrl(address) !== null) return [element('iframe', { src: address, title })];
  const href = linkUrl(link?.(address) ?? address);
  if (href === null) {
    note("An embed was left out: its address isn't usable.", address);
    return label === '' ? [] : [element('p', {}, [label])];
  }
  const host = URL.parse(href)?.host;
  note(`An embed${host ? ` of ${host}` : ''} became a link.`, href);
  return [element('p', {}, [element('a', { href }, [label || href])])];
}

export function frame(iframe: ElementNode, options: HtmlOptions): Node[] {
  const { attribs } = iframe;
  const late = attribs.get('data-src') ?? attribs.get('data-lazy-src');
  const src = attribs.get('src') ?? '';
  const address = src === '' || src === 'about:blank' ? (late ?? '') : src;
  const title = attribs.get('title') ?? '';
  return address === '' ? [] : embed(withScheme(address), options, { title });
}

/** `object` and `embed`, which pages used for Flash. */
export function plugin(player: ElementNode, options: HtmlOptions): Node[] {
  const { attribs, children } = player;
  const own = attribs.get('data') ?? attribs.get('src');
  const movie = findAll(children, ({ name, attribs: each }) => {
    return name === 'param' && /^(?:movie|src)$/i.test(each.get('name') ?? '');
  })[0]?.attribs.get('value');
  const inside = children.filter((node) => !isParam(node) && !isBlank(node));
  const address = own ?? movie;
  // The content is a fallback for readers without the plugin, usually the same media.
  if (inside.length > 0 || address === undefined) return inside;
  return embed(withScheme(address), options);
}

const isParam = (node: Node) => typeof node !== 'string' && node.name === 'param';

/** Audio and video files: a post links to them. */
export function mediaFile(player: ElementNode, options: HtmlOptions): Node[] {
  const { name, attribs, children } = player;
  const sources = [player, ...findAll(children, ({ name: inner }) => inner === 'source')]
    .map(({ attribs: each }) => each.get('src') ?? each.get('data-src') ?? '')
    .filter((src) => src !== '');
  const what = name === 'audio' ? 'A sound' : 'A film';
  const [src = ''] = sources;
  const href = linkUrl(options.link?.(src) ?? src);
  const inside = children.filter((node) => !isSource(node) && !isBlank(node));
  if (href === null) {
    options.note(`${what} was left out: its address isn't usable.`, serialize([player]));
    return inside;
  }
  options.note(`${what} became a link to its file.`, [...new Set(sources)].join(' '));
  const label = attribs.get('title') || nameIn(href);
  const poster = attribs.get('poster');
  return [
    ...(poster ? [element('p', {}, picture(element('img', { src: poster }), options))] : []),
    element('p', {}, [element('a', { href }, [label])]),
  ];
}

function isSource(node: Node): boolean {
  return typeof node !== 'string' && /^(?:source|track)$/.test(node.name);
}

/** "https://a.example/b/My%20song.mp3?x" → "My song.mp3" */
function nameIn(address: string): string {
  const last =
    address
      .split(/[?#]/)[0]
      ?.split('/')
      .findLast((part) => part !== '') ?? '';
  return decodedPart(last) || address;
}

function withScheme(address: string): string {
  return address.startsWith('//') ? `https:${address}` : address;
}
