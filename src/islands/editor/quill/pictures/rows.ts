import type Quill from 'quill/core.js';
import { Delta } from 'quill/core.js';
import { MAX_PICTURES_IN_ROW } from '../../../../../api/contract/content/blocks/figure.ts';
import { type Block, blockAt, changeAtOnce } from '../blocks/block.ts';
import { readFigure, writeFigure } from './figure.ts';

export type Side = 'above' | 'below';

/** Separates the captions of joined figures. */
const BETWEEN_CAPTIONS = ' · ';

/** Returns the figure next to another one if both fit into one row. */
export function neighborOf(quill: Quill, block: Block, side: Side): Block | null {
  const neighbor = blockAt(quill, block.index + (side === 'above' ? -1 : 1));
  const count = picturesIn(block) + (neighbor ? picturesIn(neighbor) : 0);
  const areFigures = neighbor !== null && isFigure(block) && isFigure(neighbor);
  return areFigures && count <= MAX_PICTURES_IN_ROW ? neighbor : null;
}

/**
 * Joins a figure and the one next to it into a row, as one undo step, and selects the row. It has
 * both captions, and the width of `block`.
 */
export function joinFigures(quill: Quill, block: Block, side: Side): void {
  const neighbor = neighborOf(quill, block, side);
  if (!neighbor) return;
  const [first, second] = side === 'above' ? [neighbor, block] : [block, neighbor];
  const [one, two] = [first, second].map(({ node }) => readFigure(node.dataset.kept ?? ''));
  if (!one || !two) return;
  const row = writeFigure({
    width: side === 'above' ? two.width : one.width,
    pictures: [...one.pictures, ...two.pictures],
    caption: [one.caption, two.caption].filter(Boolean).join(BETWEEN_CAPTIONS),
  });
  const change = new Delta().retain(first.index).insert({ 'kept-block': row }).delete(2);
  changeAtOnce(quill, change);
  quill.setSelection(first.index, 1, 'user');
}

function isFigure({ node }: Block): boolean {
  return node.dataset.kept?.startsWith('<figure') === true;
}

function picturesIn({ node }: Block): number {
  return node.querySelectorAll('img').length;
}
