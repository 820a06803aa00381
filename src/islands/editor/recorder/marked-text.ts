import { INLINE } from '../../../../api/contract/content/elements.ts';
import type { SentenceFinder } from '../../../lib/search/words.ts';
import { compare } from '../compare.ts';
import { storedForm } from '../quill/stored/tree.ts';
import { createMarkupPolicy } from '../trusted-types.ts';

/** A word, a mark, or a picture. `key` includes its formats, so that they're compared, too. */
interface Token {
  key: string;
  text: string;
  node: Text | Element;
  /** Where it is in a text node. */
  start: number;
  block: Element;
}

/** Stored HTML as elements, and how many words differ from the text before. */
export interface MarkedText {
  nodes: Node[];
  added: number;
  removed: number;
}

/**
 * A word or a mark, with the space after it, so that lines don't seem alike just because of spaces.
 */
const TOKENS = /(?:[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_])\s*|\s+/gu;

/** Shows stored HTML with what changed since `before`. With null, nothing is marked. */
export function markedText(html: string, before: string | null): MarkedText {
  // Only the editor's pages may turn text into elements.
  createMarkupPolicy();
  const body = elementsOf(html);
  if (before === null) return { nodes: [...body.childNodes], added: 0, removed: 0 };
  const tokens = tokensOf(body);
  const old = tokensOf(elementsOf(before));
  const edits: (() => void)[] = [];
  let [at, oldAt, added, removed] = [0, 0, 0, 0];
  for (const { kind, items } of compare(old.map(keyOf), tokens.map(keyOf))) {
    const [gone, here] = [
      old.slice(oldAt, oldAt + items.length),
      tokens.slice(at, at + items.length),
    ];
    if (kind === 'removed') {
      removed += wordsIn(gone);
      const [next, previous] = [tokens[at], tokens[at - 1]];
      const isStart = startsLine(gone, old[oldAt - 1], old[oldAt + items.length]);
      const text = textOf(gone, isStart ? undefined : old[oldAt - 1]);
      edits.push(() => insertRemoved(body, text, isStart && next ? { next } : { next, previous }));
    } else if (kind === 'added') {
      added += wordsIn(here);
      edits.push(() => markAdded(here));
    }
    if (kind !== 'added') oldAt += items.length;
    if (kind !== 'removed') at += items.length;
  }
  // From the end: an edit splits text nodes, but what is before it stays as it was.
  for (const edit of edits.reverse()) edit();
  return { nodes: [...body.childNodes], added, removed };
}

const keyOf = ({ key }: Token) => key;
const wordsIn = (tokens: readonly Token[]) =>
  tokens.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).length;

/** Parses stored HTML. Links aren't stops of the Tab key, and videos don't load. */
function elementsOf(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(storedForm(html), 'text/html');
  for (const link of body.querySelectorAll('a')) link.tabIndex = -1;
  for (const details of body.querySelectorAll('details')) details.open = true;
  for (const video of body.querySelectorAll('iframe')) {
    const line = document.createElement('p');
    line.textContent = `Video: ${video.src}`;
    video.replaceWith(line);
  }
  return body;
}

function tokensOf(body: HTMLElement): Token[] {
  const tokens: Token[] = [];
  const walk = (parent: Element, path: string, block: Element) => {
    for (const node of parent.childNodes) {
      if (node instanceof Text) {
        for (const { 0: text, index } of node.data.matchAll(TOKENS)) {
          tokens.push({ key: `${path} ${text.trim()}`, text, node, start: index, block });
        }
      } else if (node instanceof HTMLImageElement) {
        const file = node.src.split('/').at(-1);
        tokens.push({ key: node.outerHTML, text: `[Picture: ${file}]`, node, start: 0, block });
      } else if (node instanceof Element) {
        const { localName } = node;
        const href = node.getAttribute('href') ?? '';
        walk(node, `${path}/${localName}${href}`, INLINE.has(localName) ? block : node);
      }
    }
  };
  walk(body, '', body);
  return tokens;
}

function markAdded(tokens: readonly Token[]): void {
  for (const token of tokens.toReversed()) {
    const { node, start, text } = token;
    if (node instanceof Element) node.classList.add('recorded-new');
    else wrap(node, start, text.length);
  }
}

/** Puts a part of a text node into `<ins>`, together with a marked part right after it. */
function wrap(node: Text, start: number, length: number): void {
  const part = node.splitText(start);
  const rest = part.splitText(length);
  const { nextSibling } = rest;
  if (rest.data === '' && nextSibling instanceof HTMLElement && nextSibling.localName === 'ins') {
    rest.remove();
    nextSibling.prepend(part);
    nextSibling.normalize();
    return;
  }
  const added = document.createElement('ins');
  part.replaceWith(added);
  added.append(part);
}

/** Whether removed words were at the start of a line that is still there. */
function startsLine(gone: readonly Token[], before?: Token, after?: Token): boolean {
  return after?.block === gone.at(-1)?.block && before?.block !== gone[0]?.block;
}

/** Returns removed text, with its lines. */
function textOf(gone: readonly Token[], before?: Token): string {
  let block = (before ?? gone[0])?.block;
  let result = '';
  for (const { text, ...token } of gone) {
    result += token.block === block ? text : `\n${text}`;
    block = token.block;
  }
  return result;
}

interface Place {
  next?: Token | undefined;
  previous?: Token | undefined;
}

/** Shows what is gone, after what was before it. */
function insertRemoved(body: HTMLElement, text: string, { next, previous }: Place): void {
  const removed = document.createElement('del');
  removed.textContent = text;
  if (previous?.node instanceof Text) {
    previous.node.splitText(previous.start + previous.text.length).before(removed);
  } else if (previous) previous.node.after(removed);
  else if (next?.node instanceof Text) next.node.splitText(next.start).before(removed);
  else if (next) next.node.before(removed);
  else body.append(removed);
}

/** Selects the first match in the elements, and scrolls to it. Returns whether there is one. */
export function selectMatch(root: HTMLElement, finder: SentenceFinder): boolean {
  const parts: { node: Text; start: number }[] = [];
  let text = '';
  let block: Element | null = null;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode()) {
    if (node.parentElement?.closest('del')) continue;
    const own = blockOf(node);
    if (block && own !== block) text += ' ';
    block = own;
    parts.push({ node, start: text.length });
    text += node.data;
  }
  const [startAt, endAt] = finder.find(text) ?? [];
  if (startAt === undefined || endAt === undefined) return false;
  const first = parts.findLast(({ start }) => start <= startAt);
  const last = parts.findLast(({ start }) => start < endAt);
  if (!first || !last) return false;
  document
    .getSelection()
    ?.setBaseAndExtent(first.node, startAt - first.start, last.node, endAt - last.start);
  first.node.parentElement?.scrollIntoView({ block: 'center' });
  return true;
}

function blockOf(node: Node): Element | null {
  let element = node.parentElement;
  while (element && (INLINE.has(element.localName) || element.localName === 'ins')) {
    element = element.parentElement;
  }
  return element;
}
