import {
  Marked,
  type RendererObject,
  type Token,
  type TokenizerAndRendererExtension,
  type Tokens,
} from 'marked';
import { attribute, escapeText } from '../../../api/contract/content/attributes.ts';
import { ATTRIBUTES, removeHeadingAttributes } from './attributes.ts';
import { CALLOUTS } from './callouts.ts';
import { DEFINITIONS } from './definitions.ts';
import { formulas } from './formulas.ts';
import { Footnotes } from './notes.ts';
import { Held, type RenderMarkdown } from './tags/held.ts';
import { holdShortcodes } from './tags/hugo.ts';
import { holdLiquid, type TagSite } from './tags/liquid.ts';
import { holdMdx } from './tags/mdx.ts';
import { obsidianExtensions, type RenderWikiLink, removeBlockId } from './wiki-links.ts';

/** The extensions of Markdown that a file uses. */
export interface Dialect {
  /** Tags of Liquid: Jekyll, Eleventy. */
  liquid?: TagSite | undefined;
  /** Shortcodes of Hugo. The function returns the address of a file of the site. */
  shortcodes?: ((path: string) => string | undefined) | undefined;
  isMdx?: boolean;
  /** Links, embeds and comments of Obsidian. */
  wiki?: RenderWikiLink | undefined;
  /** The file says that it has formulas. */
  hasFormulas?: boolean;
  /** HTML continues until its end tag, as in kramdown: blank lines don't end it. */
  isKramdown?: boolean;
  /** `--` and `---` are dashes, and `...` is an ellipsis, as in Jekyll and Hugo. */
  hasDashes?: boolean;
  /** A quotation of one paragraph has no `<p>` element, as in the editor. */
  hasPlainQuotes?: boolean;
}

/** Unsanitized HTML, and sentences about what was left out or kept as text. */
export interface Converted {
  html: string;
  findings: string[];
}

/** Returns Markdown as HTML with the blocks of posts. Pictures and links stay as they are. */
export function markdownToHtml(source: string, dialect: Dialect): Converted {
  const held = new Held();
  let text = source.replace(/\r\n?/g, '\n');
  if (dialect.liquid) text = holdLiquid(text, held, dialect.liquid);
  if (dialect.shortcodes) text = holdShortcodes(text, held, dialect.shortcodes);
  if (dialect.isMdx) text = holdMdx(text, held);
  const notes = new Footnotes();
  const marked = new Marked({ gfm: true });
  text = text.replace(ABBREVIATION, (_, name: string, meaning: string) => {
    held.count(`Left out: the abbreviation ${name} (${meaning})`);
    return '';
  });
  const references = text.match(REFERENCE)?.join('\n') ?? '';
  const render: RenderMarkdown = {
    blocks: (markdown) => String(marked.parse(`${markdown}\n\n${references}`)),
    line: (markdown) => inParagraph(String(marked.parse(`${markdown}\n\n${references}`))),
  };
  marked.use({
    extensions: [
      ...held.extensions(render),
      ...formulas(dialect.hasFormulas === true),
      ...notes.extensions(),
      ...(dialect.wiki ? obsidianExtensions(dialect.wiki, render) : []),
      ...[CALLOUTS, DEFINITIONS, MARKDOWN_IN_HTML],
      ...(dialect.isKramdown ? [HTML_BLOCK] : []),
      ...ATTRIBUTES,
    ],
    renderer: rendererOf(held, dialect),
    walkTokens(token) {
      removeHeadingAttributes(token);
      removeRules(token);
      if (dialect.wiki) removeBlockId(token);
      if (dialect.hasDashes) writeDashes(token);
    },
  });
  let html: string;
  try {
    html = String(marked.parse(text));
    const unused = notes.unused;
    for (const note of unused) html += render.blocks(note);
    if (unused.length > 0) held.count('A footnote without its mark is at the end');
  } catch (error) {
    // Thousands of nested quotations or lists.
    if (!(error instanceof RangeError)) throw error;
    held.count('Kept as plain text: the Markdown is nested too deeply');
    html = escapeText(text)
      .split(/\n{2,}/)
      .map((part) => `<p>${part}</p>`)
      .join('');
  }
  return { html: held.expandHtml(html), findings: held.findings };
}

/** `*[HTML]: HyperText Markup Language` of kramdown, which only shows on hover. */
const ABBREVIATION = /^\*\[([^\]\n]+)\]:[ \t]*([^\n]+)\n?/gm;
/** Link reference definitions. Markdown inside of tags also uses them. */
const REFERENCE = /^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]+\S[^\n]*$/gm;

function inParagraph(html: string): string {
  return /^<p>((?:(?!<p>)[\s\S])*)<\/p>\s*$/.exec(html)?.[1] ?? html;
}

function rendererOf(held: Held, { hasPlainQuotes }: Dialect): RendererObject {
  return {
    blockquote({ tokens }) {
      const [first, second] = tokens;
      const isPlain = hasPlainQuotes && first?.type === 'paragraph' && !second;
      const inner = isPlain
        ? this.parser.parseInline(first.tokens ?? [])
        : this.parser.parse(tokens);
      return `<blockquote>${inner}</blockquote>\n`;
    },
    code({ text, lang }) {
      const { language, attributes } = codeInfo(held.expand(lang ?? ''));
      return `<pre${attribute('data-language', language)}${attributes}><code>${escapeText(held.expand(text))}</code></pre>\n`;
    },
    link({ href, title, tokens }) {
      const hint = title ? attribute('title', held.expand(title)) : '';
      return `<a${attribute('href', held.expand(href))}${hint}>${this.parser.parseInline(tokens)}</a>`;
    },
    image({ href, title, text }) {
      const hint = title ? attribute('title', held.expand(title)) : '';
      return `<img${attribute('src', held.expand(href))}${attribute('alt', held.expand(text))}${hint}>`;
    },
    paragraph({ tokens }) {
      const shown = tokens.filter((token) => token.raw.trim() !== '');
      const [picture] = shown;
      // The title of a picture is its caption, if nothing else is in the paragraph.
      if (shown.length !== 1 || picture?.type !== 'image' || !picture.title) return false;
      const caption = escapeText(held.expand(String(picture.title)));
      const image = this.parser.parseInline([{ ...picture, title: null } as Token]);
      return `<figure>${image}<figcaption>${caption}</figcaption></figure>\n`;
    },
  };
}

/** `js title="a.js" {1,3-5}`; also `js/1,3` of Eleventy. */
function codeInfo(info: string): { language: string; attributes: string } {
  const [, name = '', eleventy = ''] = /^\{?\.?([^\s{/,]*)(?:\/([\d,-]+))?/.exec(info.trim()) ?? [];
  const title = /\b(?:title|filename|file)=["']([^"']+)["']/.exec(info)?.[1];
  const lines = /\{([\d,\s-]+)\}/.exec(info)?.[1] ?? eleventy;
  const numbers = /\b(?:showLineNumbers|line-?nos|linenumbers|numberLines)\b/i.test(info);
  const attributes = [
    title === undefined ? '' : attribute('data-title', title),
    lines === '' ? '' : attribute('data-lines', lines),
    numbers ? ' data-numbers' : '',
  ];
  return { language: name, attributes: attributes.join('') };
}

/** `<div markdown="1">` of kramdown. */
const MARKDOWN_IN_HTML: TokenizerAndRendererExtension = {
  name: 'markdownInHtml',
  level: 'block',
  tokenizer(source) {
    const found =
      /^ {0,3}<(div|section|aside|figure|article|details|blockquote|figcaption|p)\b([^>]*?)\s+markdown=["']?(?:1|block|span)["']?([^>]*)>[ \t]*\n?([\s\S]*?)<\/\1>[ \t]*(?:\n|$)/i.exec(
        source,
      );
    if (!found) return undefined;
    const [raw, name = '', before = '', after = '', text = ''] = found;
    return {
      type: 'markdownInHtml',
      raw,
      name,
      attributes: before + after,
      tokens: this.lexer.blockTokens(text, []),
    };
  },
  renderer({ name, attributes, tokens = [] }: Tokens.Generic) {
    return `<${name}${attributes}>${this.parser.parse(tokens)}</${name}>\n`;
  },
};

/** A block of HTML of kramdown, without Markdown inside. */
const HTML_BLOCK: TokenizerAndRendererExtension = {
  name: 'htmlBlock',
  level: 'block',
  tokenizer(source) {
    const [, name = ''] =
      /^<(div|section|article|figure|table|pre|ul|ol|aside)\b/i.exec(source) ?? [];
    if (name === '') return undefined;
    let depth = 0;
    for (const { 0: tag, index } of source.matchAll(new RegExp(`<(/?)${name}\\b[^>]*>`, 'gi'))) {
      depth += tag.startsWith('</') ? -1 : 1;
      if (depth > 0) continue;
      const [raw = ''] = /^[^\n]*(?:\n|$)/.exec(source.slice(index)) ?? [];
      return { type: 'htmlBlock', raw: source.slice(0, index) + raw };
    }
    return undefined;
  },
  renderer: ({ raw }) => raw,
};

/** Removes the rules between rows of kramdown's tables, which are parsed as rows of dashes. */
function removeRules(token: Token): void {
  if (token.type !== 'table') return;
  const table = token as Tokens.Table;
  const isRule = (row: Tokens.TableCell[]) =>
    /^[-=:+ ]+$/.test(row.map(({ text }) => text).join('')) &&
    /^[-=:+ ]{3,}$/.test(row[0]?.text ?? '');
  table.rows = table.rows.filter((row) => !isRule(row));
}

function writeDashes(token: Token): void {
  if (token.type !== 'text' || ('tokens' in token && token.tokens)) return;
  (token as Tokens.Text).text = (token as Tokens.Text).text
    .replace(/(?<!-)---(?!-)/g, '—')
    .replace(/(?<!-)--(?!-)/g, '–')
    .replace(/(?<!\.)\.\.\.(?!\.)/g, '…');
}
