import { attribute, escapeText } from '../../../api/contract/content/attributes.ts';
import type { Attachment } from './site.ts';

export interface ShortcodeOptions {
  attachment(id: string): Attachment | undefined;
  /** The files of the media library that belong to the post. */
  ownAttachments: readonly Attachment[];
  note(what: string, before?: string): void;
}

type Attributes = Record<string, string>;
/** Returns the HTML of a shortcode, or undefined to leave it as text. */
type Shortcode = (
  attributes: Attributes,
  inner: string,
  options: ShortcodeOptions,
) => string | undefined;

const SHORTCODES: Record<string, Shortcode> = {
  audio: (attributes, inner, options) => player('audio', attributes, inner, options),
  caption,
  code: source,
  embed: (attributes, inner) => embedded(inner.trim() || attributes.src),
  gallery,
  sourcecode: source,
  video: (attributes, inner, options) => player('video', attributes, inner, options),
  wp_caption: caption,
};

/** Tags, and the starts of code and comments, where brackets are text; and shortcodes. */
const TOKEN =
  /<(pre|code|script|style|textarea)\b|(<!--)|<\/?[a-z][^>]{0,5000}>|\[(\[?)(\/?)([a-z_][\w-]{0,99})((?:\s(?:"[^"]{0,5000}"|'[^']{0,5000}'|[^\]"']){0,2000})?)\](\]?)/gi;

/** Replaces the shortcodes that posts can show. Others stay as text, and are noted. */
export function replaceShortcodes(html: string, options: ShortcodeOptions): string {
  const unknown = new Map<string, number>();
  const next = new Finder(html.toLowerCase());
  let result = '';
  let at = 0;
  const token = new RegExp(TOKEN);
  for (let match = token.exec(html); match; match = token.exec(html)) {
    const [text, raw, comment, before = '', slash = '', given, rest = '', after = ''] = match;
    const end =
      raw || comment ? next.from(raw ? `</${raw.toLowerCase()}` : '-->', match.index) : -1;
    if (end !== -1) token.lastIndex = end;
    if (given === undefined) continue;
    result += html.slice(at, match.index);
    at = match.index + text.length;
    if (before !== '' && after !== '') {
      // Double brackets escape a shortcode: it's text in single brackets.
      result += text.slice(1, -1);
      continue;
    }
    const name = given.toLowerCase();
    const closing = slash === '' ? next.from(`[/${name}]`, at) : -1;
    const other = closing === -1 ? -1 : next.from(`[${name}`, at);
    const hasInner = closing !== -1 && (other === -1 || other > closing);
    const inner = hasInner ? html.slice(at, closing) : '';
    const known = Object.hasOwn(SHORTCODES, name) && slash === '' ? SHORTCODES[name] : undefined;
    const made = known?.(attributesOf(rest), inner, options);
    if (made === undefined) {
      const looksLikeOne = /=/.test(rest) || /[_-]/.test(name) || hasInner;
      if (slash === '' && looksLikeOne) unknown.set(name, (unknown.get(name) ?? 0) + 1);
      result += text;
      continue;
    }
    result += `${before}\n\n${made}\n\n${after}`;
    if (hasInner) at = closing + name.length + 3;
    token.lastIndex = at;
  }
  for (const [name, count] of unknown) {
    const times = count === 1 ? 'once' : `${count} times`;
    options.note(`The shortcode [${name}] stays as text (${times}).`);
  }
  return result + html.slice(at);
}

/** Finds strings at ascending positions, and scans the text only once for each string. */
class Finder {
  readonly #text: string;
  readonly #found = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
  }

  from(what: string, at: number): number {
    const known = this.#found.get(what);
    if (known !== undefined && (known === -1 || known >= at)) return known;
    const index = this.#text.indexOf(what, at);
    this.#found.set(what, index);
    return index;
  }
}

function attributesOf(text: string): Attributes {
  const pairs = text.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s'"]+))/g);
  return Object.fromEntries(
    [...pairs].map(([, name = '', a, b, c]) => [name.toLowerCase(), a ?? b ?? c ?? '']),
  );
}

const PICTURE = /^\s*((?:<a\s[^>]*>\s*)?<img\s[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i;

function caption(attributes: Attributes, inner: string): string | undefined {
  const [, picture, text = ''] = PICTURE.exec(inner) ?? [];
  if (picture === undefined) return inner === '' ? undefined : inner;
  const line = attributes.caption || text.trim();
  const figcaption = line === '' ? '' : `<figcaption>${line}</figcaption>`;
  return `<figure>${picture}${figcaption}</figure>`;
}

/** WordPress.com shows code this way. Its text isn't HTML. */
function source(attributes: Attributes, inner: string): string | undefined {
  if (inner.trim() === '') return undefined;
  const language = attributes.language ?? attributes.lang ?? '';
  const plain = inner.replace(/&(lt|gt|amp|quot);/g, (entity) => ENTITIES[entity] ?? entity);
  return `<pre data-language="${escapeText(language)}">${escapeText(plain.replace(/^\n/, ''))}</pre>`;
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' };

function embedded(url: string | undefined): string | undefined {
  if (!url || /\s/.test(url)) return undefined;
  return `<figure class="wp-block-embed">${escapeText(url.replaceAll('&amp;', '&'))}</figure>`;
}

const FILES = /\.(?:mp3|ogg|oga|wav|m4a|flac|wma|mp4|m4v|webm|ogv|mov|wmv|flv|avi)(?:\?|$)/i;
const IS_FILM = /\.(?:mp4|m4v|webm|ogv|mov|wmv|flv|avi)(?:\?|$)/i;

function player(
  name: 'audio' | 'video',
  attributes: Attributes,
  inner: string,
  { ownAttachments }: ShortcodeOptions,
): string | undefined {
  const given = [attributes.src, ...Object.values(attributes), inner.trim()];
  const own = ownAttachments.map(({ url }) => url);
  const isRight = (url: string) => FILES.test(url) && IS_FILM.test(url) === (name === 'video');
  const url = given.find(
    (value) => value && /^(?:https?:)?\/\/|^\//.test(value) && FILES.test(value),
  );
  const src = url ?? attributes.src ?? own.find(isRight);
  if (!src) return undefined;
  if (!FILES.test(src)) return embedded(src);
  const poster = attributes.poster ? attribute('poster', attributes.poster) : '';
  return `<${name}${attribute('src', src)}${poster}></${name}>`;
}

function gallery(
  attributes: Attributes,
  _: string,
  { attachment, ownAttachments, note }: ShortcodeOptions,
): string | undefined {
  const ids = (attributes.ids ?? attributes.include ?? '').split(/[\s,]+/).filter(Boolean);
  const excluded = new Set((attributes.exclude ?? '').split(/[\s,]+/));
  const isPicture = ({ url }: Attachment) => /\.(?:jpe?g|png|gif|webp|avif|bmp)(?:\?|$)/i.test(url);
  const own = ownAttachments.filter((each) => isPicture(each) && !excluded.has(each.id));
  const pictures = ids.length > 0 ? ids.flatMap((id) => attachment(id) ?? []) : own;
  if (ids.length > pictures.length) {
    note(
      `Pictures of a gallery that aren't in the export: ${ids.length - pictures.length}.`,
      ids.join(','),
    );
  }
  if (pictures.length === 0) return undefined;
  const linksToFile = attributes.link === 'file';
  return `<figure>${pictures.map((each) => galleryPicture(each, linksToFile)).join('')}</figure>`;
}

function galleryPicture({ url, alt, caption: text }: Attachment, linksToFile: boolean): string {
  const img = `<img${attribute('src', url)}${attribute('alt', alt)}>`;
  const picture = linksToFile ? `<a${attribute('href', url)}>${img}</a>` : img;
  return `<figure>${picture}${text === '' ? '' : `<figcaption>${text}</figcaption>`}</figure>`;
}
