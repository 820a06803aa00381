import { attribute, escapeText } from '../../../api/contract/content/attributes.ts';
import { headingIds } from '../../../src/lib/heading-ids.ts';
import type { Entry } from './entries.ts';
import type { Links } from './links.ts';
import type { RenderMarkdown } from './tags/held.ts';
import type { RenderWikiLink, WikiLink } from './wiki-links.ts';

/** Notes in notes in notes: deeper ones become links. */
const MAX_DEPTH = 5;
/** Of all embedded notes in one post, in characters. */
const MAX_EMBEDDED = 512 * 1024;

interface Vault {
  links: Links;
  note(what: string, before?: string): void;
}

/** Returns a function that renders the links and embeds of one Obsidian note. */
export function wikiLinks(from: Entry, { links, note }: Vault): RenderWikiLink {
  let depth = 0;
  let embedded = 0;
  const embed = (
    entry: Entry,
    { fragment, raw }: WikiLink,
    render: RenderMarkdown,
  ): string | null => {
    const text = partOf(entry.body ?? '', fragment);
    if (text === undefined) return null;
    embedded += text.length;
    if (depth >= MAX_DEPTH || embedded > MAX_EMBEDDED) {
      note('An embedded note became a link: it embeds too much.', raw);
      return null;
    }
    depth++;
    const html = render.blocks(text);
    depth--;
    return html;
  };
  return (link, render) => {
    const { name, fragment, label, labelHtml, isEmbed, raw } = link;
    const file = isEmbed && !/\.md$/i.test(name) ? links.file(name, from) : undefined;
    if (file && !/\.md$/i.test(file)) return attachment(file, link, note);
    const entry = name === '' ? from : links.named(name, from);
    const shown = label || [name, fragment].filter(Boolean).join(' > ');
    if (!entry) {
      note(
        isEmbed ? 'An embed has no file.' : 'A link to a note that is missing became text.',
        raw,
      );
      return escapeText(shown);
    }
    if (isEmbed && entry !== from) {
      const html = embed(entry, link, render);
      if (html !== null) return html;
    }
    const target = entry === from ? '' : entry.address;
    const href = `${target}${fragmentOf(fragment, entry)}` || entry.address;
    return `<a${attribute('href', href)}>${labelHtml || escapeText(shown)}</a>`;
  };
}

function attachment(file: string, { name, label, raw }: WikiLink, note: Vault['note']): string {
  if (/\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i.test(file)) {
    const size = /^(\d+)(?:x(\d+))?$/.exec(label);
    const alt = size || label === '' ? (name.split('/').at(-1) ?? '') : label;
    return `<img${attribute('src', name)}${attribute('alt', alt)}>`;
  }
  note('A file of the folder was left out: posts have only pictures.', raw);
  return escapeText(label || name);
}

/** The id of a heading. Blocks have none: a link to one leads to the heading above it. */
function fragmentOf(fragment: string, { body = '' }: Entry): string {
  const last = fragment.split('#').at(-1)?.trim() ?? '';
  const heading = last.startsWith('^') ? headingAbove(body, last) : last;
  if (heading === '') return '';
  return `#${headingIds(new Map([['it', heading]])).get('it')?.id ?? ''}`;
}

function headingAbove(text: string, block: string): string {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.trimEnd().endsWith(block));
  const above = lines.slice(0, Math.max(at + 1, 0)).findLast((line) => HEADING.test(line)) ?? '';
  return above
    .replace(HEADING, '')
    .replace(/(?:^|\s)\^[\w-]+\s*$/, '')
    .trim();
}

const HEADING = /^ {0,3}#{1,6}[ \t]+/;

/** Returns the part of a note below a heading, or the block with an id. */
function partOf(text: string, fragment: string): string | undefined {
  if (fragment === '') return text;
  const lines = text.split('\n');
  const block = /^\^([\w-]+)$/.exec(fragment)?.[1];
  if (block !== undefined) {
    const at = lines.findIndex((line) => line.trimEnd().endsWith(`^${block}`));
    if (at === -1) return undefined;
    const before = lines.slice(0, at).findLastIndex((line) => line.trim() === '');
    return lines.slice(before + 1, at + 1).join('\n');
  }
  const wanted = plain(fragment.split('#').at(-1) ?? '');
  const level = (line: string) => /^ {0,3}(#{1,6})[ \t]/.exec(line)?.[1]?.length ?? 0;
  const at = lines.findIndex(
    (line) => level(line) > 0 && plain(line.replace(/^ {0,3}#+/, '')) === wanted,
  );
  if (at === -1) return undefined;
  const own = level(lines[at] ?? '');
  const end = lines.findIndex((line, index) => index > at && level(line) > 0 && level(line) <= own);
  return lines.slice(at, end === -1 ? undefined : end).join('\n');
}

const plain = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
