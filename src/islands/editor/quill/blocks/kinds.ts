/** A kind of block that isn't a line of text. `kept.ts` shows it and saves it unchanged. */
export interface BlockKind {
  name: string;
  /** What the author calls it, such as "Table". */
  label: string;
  matches(element: Element): boolean;
  /** What screen readers hear. Default: the label. */
  describe?(element: Element): string;
  /** Whether it's part of a line, such as a footnote. */
  isInline?: boolean;
  /** Returns the HTML of a new one. Without it, the block isn't inserted empty. */
  create?(): string;
  /** Whether it has a dialog (`load-dialog.tsx`). If not, authors can only edit its HTML. */
  hasDialog?: boolean;
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
    hasDialog: true,
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
    create: () => {
      const row = (cell: string) => `<tr>${cell.repeat(3)}</tr>`;
      const body = row('<td></td>').repeat(2);
      return `<table><thead>${row('<th scope="col"></th>')}</thead><tbody>${body}</tbody></table>`;
    },
    hasDialog: true,
  },
  {
    name: 'callout',
    label: 'Callout',
    matches: (element) => element.matches('aside'),
    describe: (element) => `Callout, ${element.getAttribute('data-callout')}`,
    create: () => '<aside data-callout="note"><p>Text</p></aside>',
    hasDialog: true,
  },
  {
    name: 'details',
    label: 'Collapsible section',
    matches: (element) => element.matches('details'),
    describe: (element) => `Collapsible section: ${element.querySelector('summary')?.textContent}`,
    create: () => '<details><summary>Summary</summary></details>',
    hasDialog: true,
  },
  {
    name: 'definitions',
    label: 'Definitions',
    matches: (element) => element.matches('dl'),
    create: () => '<dl><dt>Term</dt><dd>Definition</dd></dl>',
    hasDialog: true,
  },
  {
    name: 'formula',
    label: 'Formula',
    matches: (element) => element.matches('div[data-math]'),
    describe: (element) => `Formula: ${element.textContent}`,
    create: () => '<div data-math>x^2</div>',
    hasDialog: true,
  },
  {
    name: 'inline-formula',
    label: 'Inline formula',
    matches: (element) => element.matches('span[data-math]'),
    describe: (element) => `Formula: ${element.textContent}`,
    isInline: true,
    create: () => '<span data-math>x^2</span>',
    hasDialog: true,
  },
  {
    name: 'footnote',
    label: 'Footnote',
    matches: (element) => element.matches('span[data-footnote]'),
    describe: (element) => `Footnote: ${element.textContent}`,
    isInline: true,
    create: () => '<span data-footnote>Text</span>',
    hasDialog: true,
  },
];

/** A kept part without a kind of its own. */
const OTHER: BlockKind = {
  name: 'other',
  label: 'Block',
  matches: () => true,
  describe: () => "Block that can't be edited here. It's saved unchanged",
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
  if (!node.matches('[data-kept]')) return node;
  // Quill puts another wrapper into a part of a line.
  const wrapped = node.querySelector(':scope > [contenteditable="false"] > *');
  return wrapped ?? node.firstElementChild ?? node;
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
