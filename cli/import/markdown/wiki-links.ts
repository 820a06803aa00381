import type { Token, TokenizerAndRendererExtension, Tokens } from 'marked';
import type { RenderMarkdown } from './tags/held.ts';

/** `[[name#heading|label]]`, or an embed with `!` in front. */
export interface WikiLink {
  name: string;
  /** A heading, or `^id` of a block. */
  fragment: string;
  label: string;
  /** The same as HTML. */
  labelHtml: string;
  isEmbed: boolean;
  /** As it was written. */
  raw: string;
}

export type RenderWikiLink = (link: WikiLink, render: RenderMarkdown) => string;

const LINK = /^(!?)\[\[([^[\]\n|#]*)(?:#([^[\]\n|]*))?(?:\\?\|([^\]\n]*))?\]\]/;

/** Links, embeds, marked text and comments of Obsidian. */
export function obsidianExtensions(
  renderLink: RenderWikiLink,
  render: RenderMarkdown,
): TokenizerAndRendererExtension[] {
  return [
    {
      name: 'wikiLink',
      level: 'inline',
      start: (source) => /!?\[\[/.exec(source)?.index,
      tokenizer(source) {
        const found = LINK.exec(source);
        if (!found) return undefined;
        const [raw, mark = '', name = '', fragment = '', label = ''] = found;
        const link = {
          name: name.trim(),
          fragment: fragment.trim(),
          label: label.trim(),
          isEmbed: mark !== '',
          raw,
        };
        return link.name === '' && link.fragment === ''
          ? undefined
          : { type: 'wikiLink', raw, link, tokens: this.lexer.inlineTokens(link.label) };
      },
      renderer({ link, tokens = [] }: Tokens.Generic) {
        const labelHtml = this.parser.parseInline(tokens);
        return renderLink({ ...(link as WikiLink), labelHtml }, render);
      },
    },
    {
      name: 'marked',
      level: 'inline',
      start: (source) => source.indexOf('=='),
      tokenizer(source) {
        const [raw = '', text = ''] = /^==(?=[^\s=])([^\n]*?[^\s=])==(?!=)/.exec(source) ?? [];
        return raw === ''
          ? undefined
          : { type: 'marked', raw, tokens: this.lexer.inlineTokens(text) };
      },
      renderer({ tokens = [] }) {
        return `<mark>${this.parser.parseInline(tokens)}</mark>`;
      },
    },
    { ...comment('block'), start: (source) => /\n {0,3}%%/.exec(source)?.index },
    { ...comment('inline'), start: (source) => source.indexOf('%%') },
  ];
}

function comment(level: 'block' | 'inline') {
  const pattern = level === 'block' ? /^ {0,3}%%[\s\S]*?%%[ \t]*(?:\n|$)/ : /^%%[\s\S]*?%%/;
  const name = `${level}Comment`;
  return {
    name,
    level,
    tokenizer(source: string) {
      const [raw] = pattern.exec(source) ?? [];
      return raw === undefined ? undefined : { type: name, raw };
    },
    renderer: () => '',
  };
}

/** Removes the id of a block at the end of its text: `Text ^abc123`. */
export function removeBlockId(token: Token): void {
  if (!/^(?:paragraph|text|heading)$/.test(token.type) || !('tokens' in token)) return;
  const last = token.tokens?.at(-1);
  if (last?.type === 'text' && !('tokens' in last && last.tokens)) {
    (last as Tokens.Text).text = (last as Tokens.Text).text.replace(/(?:^|\s)\^[A-Za-z0-9-]+$/, '');
  }
}
