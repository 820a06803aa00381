import type { generator } from '../random.ts';

export type Random = ReturnType<typeof generator>;

/** What a person sees: lines of text in blocks. */
export type Block =
  | { kind: 'paragraph' | 'heading' | 'quote' | 'code'; lines: string[] }
  | { kind: 'list'; items: { text: string; inner: string[] }[] }
  | { kind: 'table'; rows: string[][] };

export function linesOf(block: Block): string[] {
  if (block.kind === 'table') return block.rows.map((cells) => cells.join(' | '));
  if (block.kind === 'list') return block.items.flatMap(({ text, inner }) => [text, ...inner]);
  return block.lines;
}

/** How a program writes each kind of block. `text` formats a line. */
export interface Program {
  source: string;
  text?(line: string, random: Random): string;
  block(block: Block, text: (line: string) => string): string;
  page(html: string): string;
}

export const each = (lines: readonly string[], html: (line: string) => string, between = '') =>
  lines.map(html).join(between);
export const plain = (line: string, random: Random) => {
  const [first = '', ...rest] = line.split(' ');
  const tail = rest.length > 0 ? ` ${rest.join(' ')}` : '';
  switch (random(5)) {
    case 0:
      return `<b>${first}</b>${tail}`;
    case 1:
      return `<a href="https://example.com/">${first}</a>${tail}`;
    case 2:
      return `<i>${first}</i><!-- a comment -->${tail}`;
    default:
      return line;
  }
};
