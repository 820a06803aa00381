import type { ComponentType } from 'react';

/** What a dialog for a block gets. */
export interface BlockDialogProps {
  /** The block as it's stored. */
  html: string;
  /** Replaces the block. Without HTML, removes it. */
  onSave: (html: string) => void;
  onClose: () => void;
}

/** A kind of block that isn't a line of text. `kept.ts` shows it and saves it unchanged. */
export interface BlockKind {
  name: string;
  /** What the author calls it, such as "Table". */
  label: string;
  matches(element: Element): boolean;
  /** What screen readers hear. Default: the label. */
  describe?(element: Element): string;
  /** Returns the HTML of a new one. Without it, the block isn't inserted empty. */
  create?(): string;
  /** Loads the dialog that edits it. Without it, only its HTML can be edited. */
  load?(): Promise<ComponentType<BlockDialogProps>>;
}

/** The first match wins. */
export const BLOCK_KINDS: readonly BlockKind[] = [
  {
    name: 'divider',
    label: 'Divider',
    matches: (element) => element.matches('hr'),
    create: () => '<hr>',
  },
  {
    name: 'figure',
    label: 'Picture',
    matches: (element) => element.matches('figure'),
    describe: describeFigure,
  },
  {
    name: 'upload',
    label: 'Picture',
    matches: (element) => element.matches('[data-upload]'),
    describe: (element) => element.getAttribute('aria-label') ?? '',
  },
  {
    name: 'video',
    label: 'Video',
    matches: (element) => element.matches('iframe'),
    describe: (element) => `Video: ${element.getAttribute('title')}`,
  },
  {
    name: 'table',
    label: 'Table',
    matches: (element) => element.matches('table'),
    describe: describeTable,
  },
];

/** A kept part without a kind of its own. */
const OTHER: BlockKind = {
  name: 'other',
  label: 'Block',
  matches: () => true,
  describe: () => "Part that can't be edited here, and is saved as it is",
};

/** Returns the kind of the block that an element of the editor shows. */
export function kindOf(node: Element): BlockKind {
  const element = shownIn(node);
  return BLOCK_KINDS.find(({ matches }) => matches(element)) ?? OTHER;
}

/** Returns what screen readers hear about the block, such as "Table, 3 columns, 4 rows". */
export function spokenName(node: Element): string {
  const { label, describe: own } = kindOf(node);
  return own?.(shownIn(node)) ?? label;
}

/** A kept block is a wrapper around what readers see. A video is itself. */
function shownIn(node: Element): Element {
  return node.matches('[data-kept]') ? (node.firstElementChild ?? node) : node;
}

function describeFigure(figure: Element): string {
  const texts = [...figure.querySelectorAll('img')].map(({ alt }) => alt || 'no alternative text');
  return `${texts.length > 1 ? `Row of ${texts.length} pictures` : 'Picture'}: ${texts.join('; ')}`;
}

function describeTable(table: Element): string {
  const rows = [...table.querySelectorAll('tr')];
  const columns = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`;
  return `Table, ${count(columns, 'column')}, ${count(rows.length, 'row')}`;
}
