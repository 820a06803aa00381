import type Quill from 'quill/core.js';
import type { Block } from '../blocks/block.ts';
import { joinFigures, neighborOf, type Side } from './rows.ts';

const SIDES: readonly Side[] = ['above', 'below'];

/** Buttons that put the selected picture into a row with the one above or below it. */
export function RowActions({ quill, block }: { quill: Quill; block: Block }) {
  return SIDES.filter((side) => neighborOf(quill, block, side)).map((side) => (
    <button
      key={side}
      type="button"
      className="btn btn-quiet btn-small"
      onClick={() => joinFigures(quill, block, side)}
    >
      Join with picture {side}
    </button>
  ));
}
