import { attribute } from '../attributes.ts';
import type { Node } from '../elements.ts';
import type { Leaf } from '../line.ts';
import { type BlockWriter, type Contents, isElement } from './block.ts';

export const FIGURE_WIDTHS = ['wide', 'full'];
export const MAX_PICTURES_IN_ROW = 4;

/** Blocks that can't be in a caption, so a figure with one of them isn't a figure of pictures. */
const OTHER_BLOCKS = new Set(
  'aside blockquote details dl figure h1 h2 h3 h4 h5 h6 hr iframe ol pre table ul'.split(' '),
);

/**
 * `<figure data-width="wide|full">` with one picture, or a row of 2 to 4, each with or without a
 * link, and a `figcaption` of one line. More pictures become several figures.
 */
export const figure: BlockWriter = ({ attribs, children }, contents) => {
  if (hasOtherBlock(children)) return null;
  const isCaption = (node: Node) => isElement(node) && node.name === 'figcaption';
  const lines = contents.lines(children.filter((node) => !isCaption(node)));
  const pictures = lines.flat().filter(isPicture);
  if (pictures.length === 0) return null;
  const captions = [
    ...lines.map((line) => line.filter((leaf) => !isPicture(leaf))),
    ...contents.lines(children.filter(isCaption)),
  ];
  const width = attribs.get('data-width') ?? '';
  const tag = `<figure${FIGURE_WIDTHS.includes(width) ? attribute('data-width', width) : ''}>`;
  const rows = rowsOf(pictures).map(
    (row) => contents.emit(tag) + row.map((leaf) => pictureHtml(leaf, contents)).join(''),
  );
  const caption = contents.textOf(captions);
  const last = caption === '' ? '' : `${contents.emit('<figcaption>')}${caption}</figcaption>`;
  return `${rows.join('</figure>')}${last}</figure>`;
};

function hasOtherBlock(nodes: readonly Node[]): boolean {
  return nodes.some(
    (node) => isElement(node) && (OTHER_BLOCKS.has(node.name) || hasOtherBlock(node.children)),
  );
}

function isPicture({ kind, value }: Leaf): boolean {
  return kind === 'embed' && value.startsWith('<img');
}

/** Only a link can be around a picture of a figure. */
function pictureHtml(leaf: Leaf, { textOf }: Contents): string {
  const { a } = leaf.formats;
  return textOf([[{ ...leaf, formats: a === undefined ? {} : { a } }]]);
}

function rowsOf(pictures: readonly Leaf[]): Leaf[][] {
  const rows: Leaf[][] = [];
  for (let index = 0; index < pictures.length; index += MAX_PICTURES_IN_ROW) {
    rows.push(pictures.slice(index, index + MAX_PICTURES_IN_ROW));
  }
  return rows;
}
