import type { TokenizerAndRendererExtension, Tokens } from 'marked';

const MARK = /^\[\^([^\]\s]+)\]/;
const INLINE = /^\^\[((?:[^[\]]|\[[^\]]*\])+)\]/;
const NOTE =
  /^ {0,3}\[\^([^\]\s]+)\]:[ \t]*([^\n]*(?:\n(?!\s*\[\^[^\]\s]+\]:)(?:[ \t]+\S[^\n]*|[^\s#>|`~*+-][^\n]*|[ \t]*(?=\n(?: {2,}|\t)\S)))*)(?:\n|$)/;

/**
 * Footnotes of Markdown: `[^1]` with `[^1]: text` anywhere, and `^[text]`. In posts, a note
 * replaces its reference.
 */
export class Footnotes {
  readonly #notes = new Map<string, string>();
  readonly #used = new Set<string>();

  /** Returns the notes without a reference, as Markdown. Their text would otherwise be lost. */
  get unused(): string[] {
    return [...this.#notes].filter(([name]) => !this.#used.has(name)).map(([, text]) => text);
  }

  extensions(): TokenizerAndRendererExtension[] {
    return [this.#definitions(), this.#marks(), INLINE_NOTE];
  }

  #definitions(): TokenizerAndRendererExtension {
    return {
      name: 'noteText',
      level: 'block',
      start: (source) => /\n {0,3}\[\^[^\]\s]+\]:/.exec(source)?.index,
      tokenizer: (source) => {
        const [raw = '', name = '', text = ''] = NOTE.exec(source) ?? [];
        if (raw === '') return undefined;
        if (!this.#notes.has(name))
          this.#notes.set(name, text.replace(/\n(?: {1,4}|\t)/g, '\n').trim());
        return { type: 'noteText', raw };
      },
      renderer: () => '',
    };
  }

  #marks(): TokenizerAndRendererExtension {
    const notes = this.#notes;
    const used = this.#used;
    return {
      name: 'noteMark',
      level: 'inline',
      start: (source) => source.indexOf('[^'),
      tokenizer(source) {
        const [raw = '', name = ''] = MARK.exec(source) ?? [];
        const text = notes.get(name);
        if (text === undefined) return undefined;
        used.add(name);
        // A note can name itself.
        notes.delete(name);
        const lines = text.split(/\n\s*\n/).map((line) => this.lexer.inlineTokens(line.trim()));
        notes.set(name, text);
        return { type: 'noteMark', raw, lines };
      },
      renderer({ lines }) {
        const texts = (lines as Tokens.Generic[][]).map((line) => this.parser.parseInline(line));
        return `<span data-footnote>${texts.join('<br>')}</span>`;
      },
    };
  }
}

const INLINE_NOTE: TokenizerAndRendererExtension = {
  name: 'inlineNote',
  level: 'inline',
  start: (source) => source.indexOf('^['),
  tokenizer(source) {
    const [raw = '', text = ''] = INLINE.exec(source) ?? [];
    return raw === ''
      ? undefined
      : { type: 'inlineNote', raw, tokens: this.lexer.inlineTokens(text) };
  },
  renderer({ tokens = [] }) {
    return `<span data-footnote>${this.parser.parseInline(tokens)}</span>`;
  },
};
