/** Loads when Markdown is pasted for the first time. */
import { Marked, type TokenizerAndRendererExtension, type Tokens } from 'marked';
import { escapeText } from '../../../../api/contract/content/attributes.ts';

/** Returns Markdown as HTML. It isn't safe: the caller cleans it like HTML from the clipboard. */
export function markdownToHtml(text: string): string {
  const notes = new Map<string, string>();
  const marked = new Marked({ gfm: true, extensions: [MATH, noteOf(notes), markOf(notes)] });
  return String(marked.parse(withoutFrontMatter(text.replace(/\r\n?/g, '\n'))));
}

/** The properties of a file become code, because posts have fields of their own for them. */
function withoutFrontMatter(text: string): string {
  return text.replace(/^---\n((?:[^\n]*\n)*?)---(?=\n|$)/, (whole, properties: string) =>
    /^[\w-]+:/m.test(properties) ? `\`\`\`yaml\n${properties}\`\`\`` : whole,
  );
}

/** A formula between lines with `$$`. Other signs stay text. */
const MATH: TokenizerAndRendererExtension = {
  name: 'math',
  level: 'block',
  start: (source) => /\n {0,3}\$\$/.exec(source)?.index,
  tokenizer(source) {
    const found = /^ {0,3}\$\$[ \t]*\n([\s\S]+?)\n[ \t]*\$\$[ \t]*(?:\n|$)/.exec(source);
    return found ? { type: 'math', raw: found[0], text: found[1] ?? '' } : undefined;
  },
  renderer: ({ text }) => `<div data-math>${escapeText(text)}</div>\n`,
};

/** `[^1]: text` below the text. */
function noteOf(notes: Map<string, string>): TokenizerAndRendererExtension {
  return {
    name: 'note',
    level: 'block',
    start: (source) => /\n\[\^[\w-]+\]:/.exec(source)?.index,
    tokenizer(source) {
      const found = /^\[\^([\w-]+)\]:[ \t]*([^\n]+(?:\n(?:[ \t]+\S[^\n]*))*)(?:\n|$)/.exec(source);
      const [raw = '', name = '', text = ''] = found ?? [];
      if (raw === '') return undefined;
      notes.set(name, text.replace(/\n[ \t]+/g, ' '));
      return { type: 'note', raw, name, tokens: [] };
    },
    renderer: () => '',
  };
}

/** `[^1]` in the text. In posts, the note itself is there. */
function markOf(notes: Map<string, string>): TokenizerAndRendererExtension {
  return {
    name: 'mark',
    level: 'inline',
    start: (source) => source.indexOf('[^'),
    tokenizer(source) {
      const [raw = '', name = ''] = /^\[\^([\w-]+)\]/.exec(source) ?? [];
      const text = notes.get(name);
      if (text === undefined) return undefined;
      // A note can name itself.
      notes.delete(name);
      const tokens = this.lexer.inlineTokens(text);
      notes.set(name, text);
      return { type: 'mark', raw, tokens };
    },
    renderer(token: Tokens.Generic) {
      return `<span data-footnote>${this.parser.parseInline(token.tokens ?? [])}</span>`;
    },
  };
}
