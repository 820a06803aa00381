import { parseAll } from '../../../api/content/parse.ts';
import type { Picture } from '../html/options.ts';
import { blocksOf } from '../html/to-blocks.ts';
import { autop } from './autop.ts';
import { convertBlocks, hasBlocks } from './blocks.ts';
import type { Item } from './item.ts';
import { replaceShortcodes } from './shortcodes.ts';
import { type Attachment, type Site, withoutScheme } from './site.ts';
import { lineOf } from './text.ts';

interface Content {
  html: string;
  /** The text before `<!--more-->`, or empty. */
  teaser: string;
}

type Note = (what: string, before?: string) => void;

const MAX_PATTERN_DEPTH = 3;

/** Converts the content of a post or page. */
export function contentOf(item: Item, site: Site, note: Note): Content {
  const source = withPatterns(item.content, site, note);
  const pages = source.split(/<!--\s*nextpage\s*-->/).length;
  if (pages > 1) note(`The post had ${pages} pages. It's one now.`);
  const replaced = replaceShortcodes(source, {
    note,
    attachment: (id) => site.attachments.get(id),
    ownAttachments: (site.attachmentsOf.get(item.id) ?? []).flatMap(
      (id) => site.attachments.get(id) ?? [],
    ),
  });
  const { children } = parseAll(replaced);
  const nodes = hasBlocks(source)
    ? convertBlocks(children, { note, footnotes: footnotesOf(item) })
    : autop(children);
  const html = blocksOf(nodes, {
    note,
    link: (href) => linkOf(href, item, site),
    picture: (picture) => pictureOf(picture, item, site),
  });
  const [before = ''] = source.split(/<!--\s*more\b.*?-->/s, 1);
  return { html, teaser: before === source ? '' : lineOf(before.replace(/\[[^\]]*\]/g, ' ')) };
}

/** Replaces references to patterns (reusable blocks) with their content. */
function withPatterns(html: string, site: Site, note: Note, depth = 0): string {
  return html.replace(/<!--\s+wp:block\s+(\{[^}]*\})\s*\/-->/g, (source, json: string) => {
    const id = /"ref"\s*:\s*"?(\d+)/.exec(json)?.[1] ?? '';
    const pattern = site.patterns.get(id);
    if (pattern !== undefined && depth < MAX_PATTERN_DEPTH) {
      return withPatterns(pattern, site, note, depth + 1);
    }
    note(`The pattern ${id} isn't in the export.`, source);
    return '';
  });
}

/** WordPress 6.3 and newer keep footnotes outside of the text. */
function footnotesOf({ meta }: Item): Map<string, string> {
  const found = new Map<string, string>();
  try {
    const notes: unknown = JSON.parse(meta.get('footnotes') ?? '[]');
    for (const each of Array.isArray(notes) ? (notes as unknown[]) : []) {
      const { id, content } = Object(each) as Record<string, unknown>;
      if (typeof id === 'string' && typeof content === 'string') found.set(id, content);
    }
  } catch {
    // Another plugin's field. The references stay as they are.
  }
  return found;
}

/** Returns a link's new target: for posts and pages, their new address; for pictures, the file. */
function linkOf(href: string, item: Item, site: Site): string {
  const address = complete(href, item, site);
  const fragment = /#.*$/s.exec(href)?.[0] ?? '';
  if (href.startsWith('#')) return href;
  const own = site.newAddress(address);
  return own === undefined ? (originalOf(address, site)?.url ?? address) : own + fragment;
}

function pictureOf({ src, alt }: Picture, item: Item, site: Site): Picture {
  if (src.startsWith('data:')) return { src, alt };
  const address = complete(src, item, site);
  const known = originalOf(address, site);
  return { src: known?.url ?? address, alt: alt || known?.alt || '' };
}

/** Returns the file of the media library at an address, which may be of a smaller size. */
function originalOf(address: string, site: Site): Attachment | undefined {
  const plain = withoutScheme(address);
  const sizes = [
    plain,
    plain.replace(/\?.*$/s, ''),
    plain.replace(/(?:\?.*)?$/s, '').replace(/-\d{1,5}x\d{1,5}(?=\.[a-z]{3,4}$)/i, ''),
    plain.replace(/(?:\?.*)?$/s, '').replace(/-\d{1,5}x\d{1,5}(?=\.[a-z]{3,4}$)/i, '-scaled'),
  ];
  return sizes.map((size) => site.attachmentsByUrl.get(size)).find((found) => found !== undefined);
}

function complete(address: string, { link }: Item, site: Site): string {
  if (/^[a-z][a-z\d+.-]*:/i.test(address)) return address;
  const base = URL.parse(link, site.url)?.href ?? site.url;
  return URL.parse(address, base)?.href ?? address;
}
