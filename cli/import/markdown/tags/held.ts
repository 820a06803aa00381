import type { TokenizerAndRendererExtension, Tokens } from 'marked';
import { escapeText } from '../../../../api/contract/content/attributes.ts';

/** Renders Markdown inside of a tag. `line`: without a paragraph around it. */
export interface RenderMarkdown {
  blocks(markdown: string): string;
  line(markdown: string): string;
}

interface Part {
  /** What's shown in code and in addresses. */
  text: string;
  /** What's shown elsewhere. Defaults to the text. */
  html?: (render: RenderMarkdown) => string;
}

const SIGN = /\uE000(\d+)\uE001/;

/**
 * Holds parts of a text that aren't Markdown, such as tags of templates. Replaces them with
 * placeholders that Markdown leaves alone.
 */
export class Held {
  readonly #parts: Part[] = [];
  readonly #counts = new Map<string, number>();

  /** Returns the placeholder for a part. */
  hold(part: Part): string {
    return `\uE000${this.#parts.push(part) - 1}\uE001`;
  }

  /** Holds an unknown tag, which stays as text, and counts it. */
  unknown(text: string, name: string): string {
    this.count(`Kept as text: ${name}`);
    return this.hold({ text });
  }

  /** Counts something for the report. */
  count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  /** What was counted, as sentences. */
  get findings(): string[] {
    return [...this.#counts].map(
      ([what, count]) => `${what}${count === 1 ? '' : `, ${count} times`}.`,
    );
  }

  /** Returns a text with the parts in place of their placeholders. */
  expand(text: string): string {
    if (!text.includes('\uE000')) return text;
    return text.replace(new RegExp(SIGN, 'g'), (sign, number) => {
      const part = this.#parts[Number(number)];
      return part === undefined ? sign : this.expand(part.text);
    });
  }

  /** The same in HTML. */
  expandHtml(html: string): string {
    return html.replace(new RegExp(SIGN, 'g'), (sign) => quoted(this.expand(sign)));
  }

  extensions(render: RenderMarkdown): TokenizerAndRendererExtension[] {
    const partOf = (source: string, pattern: RegExp) => {
      const [raw = '', number = ''] = pattern.exec(source) ?? [];
      const part = this.#parts[Number(number)];
      return raw === '' || part === undefined ? undefined : { raw, part };
    };
    const renderer = ({ part }: Tokens.Generic) => {
      const { html, text } = part as Part;
      return html ? html(render) : quoted(this.expand(text));
    };
    return [
      {
        name: 'heldBlock',
        level: 'block',
        start: (source) => /\n[ \t]*\uE000\d+\uE001[ \t]*(?:\n|$)/.exec(source)?.index,
        tokenizer: (source) => {
          const found = partOf(source, /^[ \t]*\uE000(\d+)\uE001[ \t]*(?:\n|$)/);
          return found?.part.html ? { type: 'heldBlock', ...found } : undefined;
        },
        renderer,
      },
      {
        name: 'held',
        level: 'inline',
        start: (source) => SIGN.exec(source)?.index,
        tokenizer: (source) => {
          const found = partOf(source, /^\uE000(\d+)\uE001/);
          return found && { type: 'held', ...found };
        },
        renderer,
      },
    ];
  }
}

const quoted = (text: string) => escapeText(text).replaceAll('"', '&quot;');
