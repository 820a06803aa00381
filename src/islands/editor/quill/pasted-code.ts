import { LANGUAGES, languageOf } from '../../../../api/contract/content/code.ts';
import { languageLabel } from '../../../lib/highlight-languages.ts';
import { CONTROLS, textOfCode } from './pasted-code-text.ts';

const LABELS =
  /^(copy|copied!?|copy (code|snippet|to clipboard)|edit|run|download|explain|wrap|collapse|expand|preview|play|code|plain ?text|text|\d+)$/i;
const FRAME_NAME = /code|highlight|snippet|prism|hljs|shiki/i;
const MONOSPACE = /mono|consol|courier|menlo|fira code|source code/i;
/** Lines of code in tables, as GitHub and others show files. */
const CODE_CELL = /\b(blob-code|js-file-line|hljs-ln-code|code-line|line-content)\b/;
/** A frame around code has few other elements. */
const MAX_SIBLINGS = 12;

/**
 * Converts the code blocks of other programs to `pre` elements with nothing but the code, without
 * labels, buttons and numbers of lines. `language` is for code that doesn't name one.
 */
export function convertCode(doc: Document, language = 'plain'): void {
  for (const table of doc.querySelectorAll('table')) convertTable(table);
  const found = doc.querySelectorAll<HTMLElement>('pre, div, code, .cm-content');
  for (const block of [...found].filter(isCode)) {
    // The blocks inside a converted one are gone.
    if (doc.body.contains(block)) convertBlock(block, language);
  }
  if (doc.querySelector('[id^="docs-internal-guid-"]')) joinMonospace(doc);
}

function isCode(block: HTMLElement): boolean {
  // Thunderbird puts plain-text mails into `pre`.
  if (block.tagName === 'PRE') return !/\bmoz-(quote|txt|text)/.test(block.className);
  if (block.classList.contains('cm-content')) return true;
  if (block.tagName === 'CODE') return /^(block|grid|flex)$/.test(block.style.display);
  return (
    isMonospace(block) && block.querySelector('p, h1, h2, h3, h4, ul, ol, table, img') === null
  );
}

/** Returns whether an element is the frame of code editors such as VS Code, or of terminals. */
export function isMonospace({ style }: HTMLElement): boolean {
  return style.whiteSpace.startsWith('pre') && MONOSPACE.test(style.fontFamily);
}

function convertBlock(block: HTMLElement, fallback: string): void {
  const code = codePart(block);
  const { frame, label } = frameOf(block, languageIn(code, block));
  const text = textOfCode(code).replace(/^\n+/, '').trimEnd();
  const language = languageIn(code, frame) ?? labelIn(block, code) ?? label ?? fallback;
  frame.replaceWith(...(text === '' ? [] : [preOf(block.ownerDocument, text, language)]));
}

function preOf(doc: Document, text: string, language: string): HTMLPreElement {
  const pre = doc.createElement('pre');
  pre.textContent = text;
  const key = languageOf(language);
  if (key !== 'plain') pre.dataset.language = key;
  return pre;
}

/** Returns the element with the code. Text around it is code, too, unless it's a label. */
function codePart(block: HTMLElement): HTMLElement {
  const editor = block.querySelector<HTMLElement>('.cm-content');
  if (editor) return editor;
  const codes = block.querySelectorAll('code');
  const [code] = codes;
  return code && codes.length === 1 && textsIn(block, code).every(isLabel) ? code : block;
}

/** Returns the texts of an element, without those of controls and of another element. */
function textsIn(root: Node, without: Node | null = null): string[] {
  const texts: string[] = [];
  const walk = (node: Node) => {
    if (node === without || (node instanceof Element && node.matches(CONTROLS))) return;
    const text = node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? '').trim() : '';
    if (text !== '') texts.push(text);
    for (const child of node.childNodes) walk(child);
  };
  walk(root);
  return texts;
}

function isLabel(text: string): boolean {
  return LABELS.test(text) || languageNamed(text) !== undefined;
}

/** Returns the language with a name, such as "C#", "Shell" or "py". */
function languageNamed(text: string): string | undefined {
  const key = languageOf(text);
  if (key !== 'plain') return key;
  const name = text.toLowerCase();
  return LANGUAGES.find((one) => languageLabel(one).toLowerCase() === name);
}

function labelIn(block: Element, code: Element): string | undefined {
  return block === code ? undefined : textsIn(block, code).map(languageNamed).find(Boolean);
}

/**
 * Returns the outermost element that has only the code and its labels. A label is the language of
 * the code, or is in a frame that's named for code: other words are part of the text.
 */
function frameOf(block: HTMLElement, language: string | undefined) {
  let frame: Element = block;
  let label: string | undefined;
  for (let parent = frame.parentElement; parent; parent = frame.parentElement) {
    const isWrapper = /^(DIV|FIGURE|SECTION|SPAN)$|-/.test(parent.tagName);
    if (!isWrapper || parent.childNodes.length > MAX_SIBLINGS) break;
    const others = [...parent.childNodes].filter((node) => node !== frame);
    if (others.some(hasContent)) break;
    const texts = others.flatMap((node) => textsIn(node));
    const names = texts.map(languageNamed).filter((name) => name !== undefined);
    const isFrame =
      FRAME_NAME.test(`${parent.tagName} ${parent.className}`) ||
      names.some((name) => name === language);
    if (texts.length > 0 && !(isFrame && texts.every(isLabel))) break;
    label ??= names[0];
    frame = parent;
  }
  return { frame, label };
}

function hasContent(node: Node): boolean {
  const content = 'p, h1, h2, h3, h4, h5, h6, li, img, table, hr, pre, blockquote';
  return node instanceof Element && (node.matches(content) || !!node.querySelector(content));
}

const ATTRIBUTES =
  'data-language data-lang data-code-block-lang data-canonical-lang data-prism-language'.split(' ');
const PREFIX =
  /^(?:lang(?:uage)?|highlight-(?:source|text)|highlight|mw-highlight-lang|brush|source|code)[-:]/i;
/** Classes next to which a bare name is a language: `hljs python`, `brush: js`. */
const NAMES_LANGUAGE = /\b(hljs|highlight|sourceCode|prettyprint|brush|shiki|chroma|prism\S*)\b/;

/** Returns the language that code names, or one of the elements around it. */
function languageIn(code: Element, frame: Element): string | undefined {
  const inner = code.querySelector('code');
  const around = [...(inner ? [inner] : []), ...ancestors(code, frame)];
  return around.map(languageOfElement).find(Boolean);
}

/** Returns an element, its ancestors up to the element `to`, and two more. */
function ancestors(from: Element, to: Element): Element[] {
  const found: Element[] = [];
  let more = -1;
  for (let one: Element | null = from; one && more < 2; one = one.parentElement) {
    found.push(one);
    if (one === to || more >= 0) more += 1;
  }
  return found;
}

function languageOfElement(element: Element): string | undefined {
  const isCode = /^(PRE|CODE)$/.test(element.tagName);
  const attributes = isCode ? ['lang', ...ATTRIBUTES] : ATTRIBUTES;
  const names = [...element.classList];
  const bare = NAMES_LANGUAGE.test(element.className) ? names : [];
  const values = [
    ...attributes.map((name) => element.getAttribute(name) ?? ''),
    ...names.filter((name) => PREFIX.test(name)).map((name) => name.replace(PREFIX, '')),
    ...bare,
  ];
  return values.map((value) => languageOf(value)).find((key) => key !== 'plain');
}

/** Replaces a table that shows lines of code, or code next to its numbers. */
function convertTable(table: HTMLTableElement): void {
  const rows = [...table.rows].map((row) =>
    [...row.cells].filter(({ className }) => CODE_CELL.test(className)),
  );
  if (rows.some((cells) => cells.length > 0)) {
    const pre = table.ownerDocument.createElement('pre');
    pre.className = `${table.className} ${table.parentElement?.className ?? ''}`;
    pre.append(rows.map((cells) => cells.map(textOfCode).join('')).join('\n'));
    table.replaceWith(pre);
    return;
  }
  const code = [...table.querySelectorAll('pre')].filter((pre) => !isNumbers(pre));
  const [pre] = code;
  if (pre && code.length === 1 && textsIn(table, pre).every((text) => /^[\d\s]+$/.test(text))) {
    table.replaceWith(pre);
  }
}

function isNumbers({ textContent }: Node): boolean {
  return /^[\d\s]*$/.test(textContent ?? '');
}

/** Joins neighboring paragraphs in a monospace font, which is how Google Docs writes code. */
function joinMonospace(doc: Document): void {
  for (const first of doc.querySelectorAll('p')) {
    if (!doc.body.contains(first) || !isMonospaceLine(first)) continue;
    const lines = [first];
    for (let next = first.nextElementSibling; next; next = next.nextElementSibling) {
      if (!(next instanceof HTMLParagraphElement)) break;
      if (!isMonospaceLine(next) && next.textContent?.trim() !== '') break;
      lines.push(next);
    }
    // Docs marks the start and the end of a block with letters for private use.
    const text = lines.map((line) => textOfCode(line).replace(/[\ue000-\uf8ff]/g, '')).join('\n');
    first.before(preOf(doc, text.replace(/^\n+/, '').trimEnd(), 'plain'));
    for (const line of lines) line.remove();
  }
}

function isMonospaceLine(line: Element): boolean {
  const spans = [...line.querySelectorAll<HTMLElement>('span')];
  const shown = spans.filter(({ textContent }) => textContent?.trim() !== '');
  const isAll = spans.map(({ textContent }) => textContent).join('') === line.textContent;
  return isAll && shown.length > 0 && shown.every(({ style }) => MONOSPACE.test(style.fontFamily));
}
