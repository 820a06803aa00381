import type { Leaf } from './line.ts';

/** The element of a line; `tag` is empty for loose text in an item or a quotation. */
export interface Line {
  tag: string;
  attributes: string;
  /** Whether white space at its ends only formats the source. */
  loose: boolean;
}

export const LOOSE: Line = { tag: '', attributes: '', loose: true };

export interface Block {
  html: string;
  /**
   * `blank`: an empty paragraph; `bare`: a line without an element in an item or a quotation, which
   * may be empty.
   */
  kind: 'full' | 'blank' | 'bare';
}

/** Collects the blocks of a container. */
export class Flow {
  readonly blocks: Block[] = [];
  line: Leaf[] = [];
  code: { language: string; lines: string[] } | null = null;
  /** `text`: its blocks become lines of one text, and aren't written as blocks. */
  readonly kind: 'root' | 'item' | 'quote' | 'text';
  readonly lines: Leaf[][] = [];
  /** Number of lists around it. */
  readonly depth: number;

  constructor(kind: Flow['kind'], depth: number) {
    this.kind = kind;
    this.depth = depth;
  }
}

/** Leaves out empty paragraphs and lines at the ends. */
export function trimBlank(blocks: readonly Block[]): Block[] {
  const isShown = ({ html, kind }: Block) => kind !== 'blank' && html !== '';
  const first = blocks.findIndex(isShown);
  return first === -1 ? [] : blocks.slice(first, blocks.findLastIndex(isShown) + 1);
}

export function join(blocks: readonly Block[]): string {
  let joined = '';
  for (const [index, { html, kind }] of blocks.entries()) {
    const isBeforeBare =
      kind === 'bare' && !html.endsWith('<br>') && blocks[index + 1]?.kind === 'bare';
    // Otherwise two lines without an element would merge, and an empty one would disappear.
    joined += isBeforeBare || html === '' ? `${html}<br>` : html;
  }
  return joined;
}
