import type { ElementNode, Node } from '../elements.ts';
import type { Leaf } from '../line.ts';

/** Writes the contents of a block. Formats around the block also apply inside. */
export interface Contents {
  /** Returns blocks. Loose text becomes paragraphs. */
  blocks(nodes: readonly Node[]): string;
  /** Returns loose text or blocks. A single plain paragraph becomes loose text. */
  item(nodes: readonly Node[]): string;
  /** Returns text on one line: `<br>` separates what was in different blocks. */
  text(nodes: readonly Node[]): string;
  /** Returns the parts of each line, which `textOf` writes. */
  lines(nodes: readonly Node[]): Leaf[][];
  textOf(lines: readonly Leaf[][]): string;
  /** Counts a tag of the output, and returns it. */
  emit(tag: string): string;
}

/** Returns a block as it's stored, or `null` if its contents are lines of the text around it. */
export type BlockWriter = (element: ElementNode, contents: Contents) => string | null;

export function isElement(node: Node): node is ElementNode {
  return typeof node !== 'string';
}
