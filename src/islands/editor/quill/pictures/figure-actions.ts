import type Quill from 'quill/core.js';
import { type Block, replaceBlock } from '../blocks/block.ts';
import { readFigure, WIDTH_NAMES, WIDTHS, writeFigure } from './figure.ts';

/** What figures often need, without opening their dialog. None for other blocks. */
export function figureActions(quill: Quill, block: Block, onCaption: () => void) {
  const html = block.node.dataset.kept ?? '';
  if (!html.startsWith('<figure')) return [];
  const figure = readFigure(html);
  const next = WIDTHS[(WIDTHS.indexOf(figure.width) + 1) % WIDTHS.length] ?? '';
  const widen = () => replaceBlock(quill, block, writeFigure({ ...figure, width: next }));
  return [
    { id: 'caption', name: 'Caption', run: onCaption },
    { id: 'width', name: `Width: ${WIDTH_NAMES[figure.width]}`, run: widen },
  ];
}
