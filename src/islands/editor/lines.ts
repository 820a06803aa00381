import type { PostValues } from './save.ts';

/** A word, a space or a sign, and how it looks: "bold, link to /about". */
export interface Word {
  text: string;
  look: string;
}

/** A line of a post: what kind it is ("Heading 2, centered"; empty for a plain paragraph), and its words. */
export interface Line {
  kind: string;
  words: Word[];
}

const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, blockquote, li, pre, iframe';
const TAG_LOOKS: Record<string, string> = {
  STRONG: 'bold',
  EM: 'italic',
  U: 'underlined',
  S: 'struck through',
  CODE: 'code',
};
const ALIGNED: Record<string, string> = {
  center: 'centered',
  right: 'on the right',
  justify: 'justified',
};

/** A version of a post, as it is stored, line by line: with its formats, so that each difference shows. */
export function versionLines({ title, category, image, content }: PostValues): Line[] {
  const fields = [
    ['Title', title],
    ['Category', category],
    ['Image', image === '' ? 'none' : fileOf(image)],
  ] as const;
  return [
    ...fields.map(([kind, text]) => ({ kind, words: wordsOf(text, '') })),
    ...linesOf(content),
  ];
}

/** The lines of stored HTML as somebody reads them; empty ones are left out. */
export function linesOf(html: string): Line[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const lines: Line[] = [];
  for (const block of body.querySelectorAll(BLOCKS)) {
    const kind = kindOf(block);
    if (block.tagName === 'IFRAME') {
      lines.push({ kind, words: wordsOf(block.getAttribute('src') ?? '', '') });
    } else if (block.tagName === 'PRE') {
      const code = (block.textContent ?? '').split('\n');
      lines.push(...code.map((text) => ({ kind, words: wordsOf(text, '') })));
    } else lines.push({ kind, words: wordsIn(block, []) });
  }
  return lines.filter(({ words }) => words.some(({ text }) => text.trim() !== ''));
}

/** The words of a line without their looks. */
export function textOf({ words }: Line): string {
  return words.map(({ text }) => text).join('');
}

function kindOf(block: Element): string {
  const name = /^H[1-6]$/.test(block.tagName)
    ? `Heading ${block.tagName.slice(1)}`
    : (KINDS[block.tagName]?.(block) ?? '');
  const indent = classOf(block, 'indent');
  const parts = [
    name,
    ALIGNED[classOf(block, 'align')],
    indent && `indented by ${indent}`,
    classOf(block, 'direction') && 'right to left',
  ];
  return parts.filter(Boolean).join(', ');
}

const KINDS: Record<string, (block: Element) => string> = {
  BLOCKQUOTE: () => 'Quote',
  IFRAME: () => 'Video',
  PRE: (block) => `Code, ${block.getAttribute('data-language') ?? 'plain'}`,
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

/** Without the lists inside of an item: their items are lines of their own. */
function wordsIn(parent: Node, looks: readonly string[]): Word[] {
  return [...parent.childNodes].flatMap((node): Word[] => {
    if (!(node instanceof HTMLElement)) return wordsOf(node.textContent ?? '', looks.join(', '));
    if (/^(UL|OL|PRE|P|IFRAME)$/.test(node.tagName)) return [];
    if (node.tagName === 'IMG') return [pictureWord(node)];
    return wordsIn(node, [...looks, ...looksOf(node)]);
  });
}

function pictureWord(image: HTMLElement): Word {
  const alt = image.getAttribute('alt');
  const size = [image.getAttribute('width'), image.getAttribute('height')].filter(Boolean);
  const look = [alt && `described as “${alt}”`, size.length > 0 && `size ${size.join(' × ')}`];
  return {
    text: `[Picture: ${fileOf(image.getAttribute('src') ?? '')}]`,
    look: look.filter(Boolean).join(', '),
  };
}

function looksOf(element: HTMLElement): string[] {
  const { color, backgroundColor } = element.style;
  const looks = [
    TAG_LOOKS[element.tagName],
    element.tagName === 'A' && `link to ${element.getAttribute('href') ?? ''}`,
    classOf(element, 'font'),
    classOf(element, 'size'),
    color && `color ${color}`,
    backgroundColor && `background ${backgroundColor}`,
  ];
  return looks.filter((look) => typeof look === 'string' && look !== '') as string[];
}

/** The value of a class of Quill: `center` of `ql-align-center`. */
function classOf(element: Element, format: string): string {
  const prefix = `ql-${format}-`;
  const name = [...element.classList].find((one) => one.startsWith(prefix));
  return name?.slice(prefix.length) ?? '';
}

function wordsOf(text: string, look: string): Word[] {
  const words = text.replace(/\s+/g, ' ').match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
  return words.map((word) => ({ text: word, look }));
}

const fileOf = (url: string) => url.split('/').at(-1) ?? '';
