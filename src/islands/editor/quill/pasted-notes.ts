import { firstText } from './pasted-blocks.ts';

/** Kinds of callouts in other programs, and ours. */
const CALLOUTS: Record<string, string> = {
  ...kindsOf(
    'note',
    'note info abstract summary todo question example important seealso secondary',
  ),
  ...kindsOf('tip', 'tip hint success check done'),
  ...kindsOf('warning', 'warning caution attention danger error bug failure fail'),
};
/** GitHub, Docusaurus, Sphinx, MkDocs, MDN, VitePress, Obsidian, Bootstrap. */
const CALLOUT_NAME =
  /^(?:[\w-]+-)?(?:callout|admonition|notecard|alert|custom-block)(?:-+([a-z]+))?$/;
const TITLE =
  '.markdown-alert-title, .admonition-title, .callout-title, .custom-block-title, [class*="admonitionHeading"]';
/** Notion has an icon in front of a callout. */
const ICON = /^\s*(\p{Extended_Pictographic})\ufe0f?\s*/u;
const ICONS: Record<string, string> = {
  '💡': 'tip',
  '⚠': 'warning',
  '❗': 'warning',
  '🚨': 'warning',
};

function kindsOf(kind: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, kind]));
}

/** Converts the callouts of other programs, and `> [!NOTE]` of Markdown. */
export function convertCallouts(doc: Document): void {
  for (const block of doc.querySelectorAll<HTMLElement>('div, aside, section, blockquote')) {
    const own = block.tagName === 'BLOCKQUOTE' ? markedKind(block) : namedKind(block);
    const kind = own ?? (block.tagName === 'ASIDE' ? iconKind(block) : null);
    if (kind !== null) toCallout(block, kind);
  }
}

function namedKind({ classList, dataset }: HTMLElement): string | null {
  if (dataset.callout) return CALLOUTS[dataset.callout] ?? 'note';
  const names = [...classList].map((name) => CALLOUT_NAME.exec(name.toLowerCase()));
  if (names.every((name) => name === null)) return null;
  const kinds = [...names.map((name) => name?.[1] ?? ''), ...classList];
  return kinds.map((kind) => CALLOUTS[kind]).find((kind) => kind !== undefined) ?? null;
}

/** The icon of a callout says its kind. */
function iconKind(block: HTMLElement): string | null {
  const text = firstText(block);
  const [icon = '', sign = ''] = ICON.exec(text?.nodeValue ?? '') ?? [];
  if (!text || icon === '') return null;
  const kind = ICONS[sign];
  if (kind) text.nodeValue = text.nodeValue?.slice(icon.length) ?? '';
  return kind ?? 'note';
}

const MARK = /^\s*\[!(\w+)\][+-]?[ \t]*/;

/** Returns the kind in `[!NOTE]`, and removes the mark. */
function markedKind(quote: HTMLElement): string | null {
  const text = firstText(quote);
  const [mark, name = ''] = MARK.exec(text?.nodeValue ?? '') ?? [];
  if (!text || mark === undefined) return null;
  text.nodeValue = text.nodeValue?.slice(mark.length) ?? '';
  const next = text.nextSibling;
  if (text.nodeValue.trim() === '' && next?.nodeName === 'BR') next.remove();
  return CALLOUTS[name.toLowerCase()] ?? 'note';
}

function toCallout(block: HTMLElement, kind: string): void {
  const callout = block.ownerDocument.createElement('aside');
  callout.dataset.callout = kind;
  const title = block.querySelector(TITLE);
  // Ours shows its kind. Any other title stays.
  if (title && textOf(title).replace(/:$/, '').toLowerCase() === kind) title.remove();
  else if (title && title.tagName !== 'P') {
    const line = block.ownerDocument.createElement('p');
    line.append(...title.childNodes);
    title.replaceWith(line);
  }
  callout.append(...block.childNodes);
  block.replaceWith(callout);
}

function textOf({ textContent }: Node): string {
  return textContent?.trim() ?? '';
}

const NOTE_MARK = /^\[?[\da-z*†‡§]{1,4}\]?$/i;
const FRAGMENT_LINK = 'a[href*="#"]';

/** Moves footnotes to their marks, if the clipboard has both, with links to each other. */
export function convertFootnotes(doc: Document): void {
  const targets = new Map<string, Element>();
  for (const element of doc.querySelectorAll('[id], a[name]')) {
    for (const name of [element.id, element.getAttribute('name')]) {
      if (name) targets.set(`#${name}`, element);
    }
  }
  const backs = new Set<Element>();
  const found: { mark: Element; note: Element }[] = [];
  for (const mark of doc.querySelectorAll(FRAGMENT_LINK)) {
    if (backs.has(mark) || !NOTE_MARK.test(textOf(mark))) continue;
    const note = noteOf(targets.get(fragmentOf(mark)));
    if (note === null || note.contains(mark)) continue;
    const own = [...note.querySelectorAll(FRAGMENT_LINK)].filter((link) =>
      isMark(targets.get(fragmentOf(link)), mark),
    );
    for (const link of own) backs.add(link);
    if (own.length > 0) found.push({ mark, note });
  }
  for (const link of backs) link.setAttribute('data-back', '');
  for (const { mark, note } of found) {
    const footnote = doc.createElement('span');
    footnote.dataset.footnote = '';
    footnote.append(...note.cloneNode(true).childNodes);
    for (const link of footnote.querySelectorAll('[data-back]')) link.remove();
    (mark.closest('sup') ?? mark).replaceWith(footnote);
  }
  for (const { note } of found) removeNote(note);
}

function noteOf(target: Element | undefined): Element | null {
  if (target?.matches('div, aside')) return target;
  return target?.closest('div[id^="ftn"]') ?? target?.closest('li, p, dd') ?? null;
}

function fragmentOf(link: Element): string {
  const href = link.getAttribute('href') ?? '';
  return href.slice(href.indexOf('#'));
}

/** Returns whether a target is a mark in the text, or right around it. */
function isMark(target: Element | undefined, mark: Element): boolean {
  return target !== undefined && (target.contains(mark) || mark.contains(target));
}

/** Removes a note, and the list and the line above it when they're empty. */
function removeNote(note: Element): void {
  let empty = note;
  for (;;) {
    const parent: Element | null = empty.parentElement;
    if (!parent || parent === note.ownerDocument.body) break;
    const isEmpty = [...parent.childNodes].every(
      (node) => node === empty || node.nodeName === 'HR' || textOf(node) === '',
    );
    if (!isEmpty) break;
    empty = parent;
  }
  empty.remove();
}

/** Keeps the source of formulas that a page shows with KaTeX, MathJax or MathML. */
export function convertFormulas(doc: Document): void {
  for (const source of doc.querySelectorAll('annotation[encoding="application/x-tex"]')) {
    const math = source.closest('math');
    const display = source.closest(
      '.katex-display, mjx-container[display="true"], math[display="block"]',
    );
    const shown =
      source.closest('.katex-display, .katex, mjx-container, .mwe-math-element') ?? math;
    const formula = doc.createElement(display ? 'div' : 'span');
    formula.dataset.math = '';
    formula.append(textOf(source));
    shown?.replaceWith(formula);
  }
}
