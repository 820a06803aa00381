import { parse } from '../../../api/content/parse.ts';
import type { generator } from '../random.ts';

export type Random = ReturnType<typeof generator>;

/** What a person sees: lines of text in blocks. */
export type Block =
  | { kind: 'paragraph' | 'heading' | 'quote' | 'code' | 'callout' | 'figure'; lines: string[] }
  | { kind: 'list'; items: { text: string; inner: string[] }[] }
  | { kind: 'table'; rows: string[][] };

export function linesOf(block: Block): string[] {
  if (block.kind === 'table') return block.rows.flat();
  if (block.kind === 'list') return block.items.flatMap(({ text, inner }) => [text, ...inner]);
  return block.lines;
}

/** How a program writes each kind of block. `text` formats a line. */
export interface Program {
  source: string;
  /** The blocks that become something else than paragraphs. */
  keeps: Partial<Record<Block['kind'], string>>;
  /** The same, where it depends on all blocks. */
  structure?(blocks: readonly Block[]): string[];
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

/** Returns the kinds of blocks of stored HTML, without paragraphs. Repeated kinds count once. */
export function structureOf(html: string): string[] {
  const kinds = parse(html).children.flatMap((node) => {
    if (typeof node === 'string' || node.name === 'p') return [];
    const { name, attribs } = node;
    if (name === 'pre') return [`code ${attribs.get('data-language')}`];
    if (name === 'aside') return [`callout ${attribs.get('data-callout')}`];
    return [attribs.has('data-checked') ? 'tasks' : name];
  });
  return withoutRepeats(kinds);
}

export function structureBy(program: Program, blocks: readonly Block[]): string[] {
  if (program.structure) return program.structure(blocks);
  return withoutRepeats(blocks.flatMap(({ kind }) => program.keeps[kind] ?? []));
}

function withoutRepeats(kinds: readonly string[]): string[] {
  return kinds.filter((kind, index) => kind !== kinds[index - 1]);
}
