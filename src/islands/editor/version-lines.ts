import { focusText } from './focus.ts';
import type { PostValues } from './form-state.ts';
import { createMarkupPolicy } from './trusted-types.ts';

/** A word, space or punctuation mark, and its formats, such as "bold, link to /about". */
export interface Word {
  text: string;
  formats: string;
}

/** A line of a post. The kind is a description such as "Heading 2, centered", or empty. */
export interface Line {
  kind: string;
  words: Word[];
}

const BLOCKS =
  'p, h1, h2, h3, h4, h5, h6, blockquote, li, pre, iframe, hr, figure, figcaption, caption, tr, ' +
  'summary, dt, dd, div';
const TAG_FORMATS: Record<string, string> = {
  STRONG: 'bold',
  EM: 'italic',
  U: 'underlined',
  S: 'strikethrough',
  CODE: 'code',
  SUP: 'superscript',
  SUB: 'subscript',
};
const OPTIONAL_FIELDS = ['Category', 'Alternative text', 'Focal point', 'Language'];
const ALIGNMENTS: Record<string, string> = {
  center: 'centered',
  right: 'aligned right',
  justify: 'justified',
};

export function versionLines(values: PostValues): Line[] {
  const { title, category, image, imageAlt, imageFocus, language, content } = values;
  const fields = [
    ['Title', title],
    ['Category', category],
    ['Image', image === '' ? 'none' : fileOf(image)],
    ['Alternative text', imageAlt],
    ['Focal point', imageFocus && focusText(imageFocus)],
    ['Language', language],
  ] as const;
  return [
    // Pages have no category, and most posts don't have all of the others.
    ...fields
      .filter(([kind, text]) => text !== '' || !OPTIONAL_FIELDS.includes(kind))
      .map(([kind, text]) => ({ kind, words: wordsOf(text, '') })),
    ...linesOf(content),
  ];
}

/** Returns the lines of stored HTML, without empty ones. */
export function linesOf(html: string): Line[] {
  // The policy is missing until the editor has loaded.
  createMarkupPolicy();
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const lines: Line[] = [];
  for (const block of body.querySelectorAll(BLOCKS)) {
    // A row is one line, whatever its cells have.
    if (block.parentElement?.closest('tr')) continue;
    const kind = kindOf(block);
    if (block.tagName === 'HR') lines.push({ kind, words: wordsOf('⁂', '') });
    else if (block.tagName === 'IFRAME') {
      lines.push({ kind, words: wordsOf(block.getAttribute('src') ?? '', '') });
    } else if (block.tagName === 'PRE') {
      const code = (block.textContent ?? '').split('\n');
      lines.push(...code.map((text) => ({ kind, words: wordsOf(text, '') })));
    } else if (block instanceof HTMLTableRowElement) lines.push({ kind, words: cellWords(block) });
    else lines.push({ kind, words: wordsIn(block, []) });
  }
  return lines.filter(({ words }) => words.some(({ text }) => text.trim() !== ''));
}

export function plainText({ words }: Line): string {
  return words.map(({ text }) => text).join('');
}

function kindOf(block: Element): string {
  const name = /^H[1-6]$/.test(block.tagName)
    ? `Heading ${block.tagName.slice(1)}`
    : (KINDS[block.tagName]?.(block) ?? '');
  const indent = classOf(block, 'indent');
  const parts = [
    placeOf(block),
    name,
    ALIGNMENTS[classOf(block, 'align')],
    indent && `indented by ${indent}`,
    classOf(block, 'direction') && 'right to left',
  ];
  return parts.filter(Boolean).join(', ');
}

/** Returns the block around a line that isn't one of a list or a table. */
function placeOf(block: Element): string {
  const around = block.parentElement?.closest('aside, details');
  if (!around || block.tagName === 'SUMMARY') return '';
  return around.tagName === 'ASIDE'
    ? `Callout, ${around.getAttribute('data-callout')}`
    : 'Collapsible section';
}

const KINDS: Record<string, (block: Element) => string> = {
  BLOCKQUOTE: () => 'Quote',
  IFRAME: () => 'Video',
  HR: () => 'Divider',
  FIGURE: (block) => ['Figure', block.getAttribute('data-width')].filter(Boolean).join(', '),
  FIGCAPTION: () => 'Caption',
  CAPTION: () => 'Caption of the table',
  TR: (block) => (block.parentElement?.tagName === 'THEAD' ? 'Table header' : 'Table row'),
  SUMMARY: () => 'Summary of details',
  DT: () => 'Term',
  DD: () => 'Definition',
  DIV: () => 'Formula',
  PRE: (block) => {
    const [title, marked] = ['title', 'lines'].map((name) => block.getAttribute(`data-${name}`));
    const parts = [
      `Code, ${block.getAttribute('data-language') ?? 'plain'}`,
      title && `titled “${title}”`,
      marked && `lines ${marked} marked`,
      block.hasAttribute('data-numbers') && 'numbered',
    ];
    return parts.filter(Boolean).join(', ');
  },
  LI: (block) => {
    const list = block.parentElement;
    const checked = list?.getAttribute('data-checked');
    const name = checked
      ? `Checklist, ${checked === 'true' ? 'done' : 'open'}`
      : list?.tagName === 'OL'
        ? 'Numbered list'
        : 'Bulleted list';
    let level = 1;
    for (let outer = list?.parentElement?.closest('li'); outer; level++) {
      outer = outer.parentElement?.closest('li');
    }
    return level > 1 ? `${name}, level ${level}` : name;
  },
};

/** Returns the words of a line. Skips nested lists, whose items are separate lines. */
function wordsIn(parent: Node, formats: readonly string[]): Word[] {
  return [...parent.childNodes].flatMap((node): Word[] => {
    if (!(node instanceof HTMLElement)) return wordsOf(node.textContent ?? '', formats.join(', '));
    if (/^(UL|OL|PRE|P|IFRAME|FIGCAPTION|TABLE|ASIDE|DETAILS|DL|FIGURE|DIV)$/.test(node.tagName)) {
      return [];
    }
    if (node.tagName === 'IMG') return [pictureWord(node)];
    return wordsIn(node, [...formats, ...formatsOf(node)]);
  });
}

/** Returns the words of a row, with `|` between its cells. */
function cellWords(row: HTMLTableRowElement): Word[] {
  return [...row.cells].flatMap((cell, index) => {
    const spans = [
      cell.tagName === 'TH' && 'header',
      cell.colSpan > 1 && `${cell.colSpan} columns`,
      cell.rowSpan > 1 && `${cell.rowSpan} rows`,
      cell.getAttribute('data-align') && `aligned ${cell.getAttribute('data-align')}`,
    ].filter((one) => typeof one === 'string');
    const words = flatWords(cell);
    const border = { text: ' | ', formats: spans.join(', ') };
    return index > 0 || spans.length > 0 ? [border, ...words] : words;
  });
}

/** Returns the words of a cell. Its blocks follow each other. */
function flatWords(parent: Node): Word[] {
  const isBlocks = parent instanceof Element && parent.querySelector('p, li, pre, td, figure');
  if (!isBlocks) return wordsIn(parent, []);
  return [...parent.childNodes].flatMap((node) => {
    if (!(node instanceof HTMLElement)) return wordsOf(node.textContent ?? '', '');
    return [...flatWords(node), { text: ' ', formats: '' }];
  });
}

function pictureWord(image: HTMLElement): Word {
  const alt = image.getAttribute('alt');
  const size = [image.getAttribute('width'), image.getAttribute('height')].filter(Boolean);
  const details = [
    alt && `alternative text “${alt}”`,
    size.length > 0 && `size ${size.join(' × ')}`,
  ];
  return {
    text: `[Picture: ${fileOf(image.getAttribute('src') ?? '')}]`,
    formats: details.filter(Boolean).join(', '),
  };
}

function formatsOf(element: HTMLElement): string[] {
  const { color, backgroundColor } = element.style;
  const formats = [
    TAG_FORMATS[element.tagName],
    element.hasAttribute('data-footnote') && 'footnote',
    element.hasAttribute('data-math') && 'formula',
    element.tagName === 'A' && `link to ${element.getAttribute('href') ?? ''}`,
    classOf(element, 'font'),
    classOf(element, 'size'),
    color && `color ${color}`,
    backgroundColor && `background ${backgroundColor}`,
  ];
  return formats.filter((format) => typeof format === 'string' && format !== '') as string[];
}

/** Returns the value in a class name of Quill: `center` for `ql-align-center`. */
function classOf(element: Element, format: string): string {
  const prefix = `ql-${format}-`;
  const name = [...element.classList].find((one) => one.startsWith(prefix));
  return name?.slice(prefix.length) ?? '';
}

function wordsOf(text: string, formats: string): Word[] {
  const words = text.replace(/\s+/g, ' ').match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
  return words.map((word) => ({ text: word, formats }));
}

const fileOf = (url: string) => url.split('/').at(-1) ?? '';
