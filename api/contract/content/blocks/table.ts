import { attribute } from '../attributes.ts';
import type { ElementNode, Node } from '../elements.ts';
import { type BlockWriter, type Contents, isElement } from './block.ts';

export const CELL_ALIGNMENTS = ['left', 'center', 'right'];
export const SCOPES = ['col', 'row', 'colgroup', 'rowgroup'];
/** Keeps the layout fast even for a malicious table. */
const MAX_COLSPAN = 100;

/**
 * `<table>` with a `caption` of one line, at most one `thead` and one `tbody`, and cells that are
 * loose text or blocks. Like browsers, moves other content in front of the table.
 */
export const table: BlockWriter = ({ children }, contents) => {
  const parts = partsOf(children);
  const { caption, head, body, stray } = parts;
  if (![...head, ...body].some(({ children }) => children.some(isCell))) return null;
  const before = contents.blocks(stray);
  const tag = contents.emit('<table>');
  const title = contents.text(caption);
  return (
    before +
    tag +
    (title === '' ? '' : `${contents.emit('<caption>')}${title}</caption>`) +
    groupHtml('thead', head, contents) +
    groupHtml('tbody', body, contents) +
    '</table>'
  );
};

const PARTS = /^(?:caption|thead|tbody|tfoot|tr|td|th)$/;
const LOOSE_ROW = 'cells';

interface Parts {
  caption: Node[];
  head: ElementNode[];
  body: ElementNode[];
  stray: Node[];
}

function partsOf(nodes: readonly Node[]): Parts {
  const parts: Parts = { caption: [], head: [], body: [], stray: [] };
  const collect = (children: readonly Node[], rows: ElementNode[]) => {
    for (const node of children) {
      if (!isElement(node) || !PARTS.test(node.name)) parts.stray.push(node);
      else if (node.name === 'caption') parts.caption.push(node);
      else if (node.name === 'td' || node.name === 'th') addLooseCell(node, rows);
      else if (node.name === 'tr') {
        rows.push(node);
        parts.stray.push(...node.children.filter((child) => !isCell(child)));
      } else collect(node.children, node.name === 'thead' ? parts.head : parts.body);
    }
  };
  collect(nodes, parts.body);
  return parts;
}

/** Neighboring cells without a row form one row. */
function addLooseCell(cell: ElementNode, rows: ElementNode[]): void {
  const last = rows.at(-1);
  if (last?.name === LOOSE_ROW) last.children.push(cell);
  else rows.push({ name: LOOSE_ROW, attribs: new Map(), children: [cell] });
}

function isCell(node: Node): node is ElementNode {
  return isElement(node) && (node.name === 'td' || node.name === 'th');
}

function groupHtml(name: string, rows: readonly ElementNode[], contents: Contents): string {
  if (rows.length === 0) return '';
  let html = contents.emit(`<${name}>`);
  for (const [index, row] of rows.entries()) {
    html += contents.emit('<tr>');
    for (const cell of row.children.filter(isCell)) {
      html += cellHtml(cell, rows.length - index, contents);
    }
    html += '</tr>';
  }
  return `${html}</${name}>`;
}

function cellHtml(cell: ElementNode, rowsLeft: number, contents: Contents): string {
  const { name, attribs, children } = cell;
  const scope = attribs.get('scope')?.toLowerCase() ?? '';
  const attributes = [
    name === 'th' && SCOPES.includes(scope) ? attribute('scope', scope) : '',
    spanOf('colspan', attribs, MAX_COLSPAN),
    // 0 means "up to the last row".
    attribs.get('rowspan') === '0' && rowsLeft > 1
      ? attribute('rowspan', String(rowsLeft))
      : spanOf('rowspan', attribs, rowsLeft),
    alignOf(attribs),
  ];
  const tag = contents.emit(`<${name}${attributes.join('')}>`);
  return `${tag}${contents.item(children)}</${name}>`;
}

function spanOf(name: string, attribs: Map<string, string>, most: number): string {
  const value = /^[1-9]\d{0,5}$/.exec(attribs.get(name) ?? '')?.[0];
  const span = Math.min(Number(value ?? 1), most);
  return span > 1 ? attribute(name, String(span)) : '';
}

/** Also reads how other programs align cells. */
function alignOf(attribs: Map<string, string>): string {
  const style = /(?:^|[;\s])text-align\s*:\s*([a-z]+)/i.exec(
    (attribs.get('style') ?? '').slice(0, 2000),
  );
  const align = (attribs.get('data-align') ?? attribs.get('align') ?? style?.[1])?.toLowerCase();
  return align !== undefined && CELL_ALIGNMENTS.includes(align)
    ? attribute('data-align', align)
    : '';
}
