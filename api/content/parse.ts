import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import {
  BLOCKS,
  DROPPED,
  type ElementNode,
  INLINE,
  type Node,
} from '../contract/content/elements.ts';
import { VOID_ELEMENTS } from '../contract/html.ts';

/** Deeper elements keep only their text. Twice the depth of real pages. */
const MAX_DEPTH = 100;

/** Void elements that `parse` leaves out. */
const OTHER_VOID_ELEMENTS = new Set(
  'area base col embed input link meta param source track'.split(' '),
);

/** The elements that an opening tag closes, unless one of `within` is in between. */
const TABLE = new Set(['table']);
const TABLE_PARTS = new Set(['caption', 'thead', 'tbody', 'tfoot']);
const LISTS = new Set(['ul', 'ol', 'menu', 'dir', 'table']);
const IMPLIED_END: Record<string, { closes: Set<string>; within: Set<string> }> = {
  a: { closes: new Set(['a']), within: TABLE },
  li: { closes: new Set(['li']), within: LISTS },
  dt: { closes: new Set(['dt', 'dd']), within: new Set(['dl']) },
  dd: { closes: new Set(['dt', 'dd']), within: new Set(['dl']) },
  td: { closes: new Set(['td', 'th']), within: TABLE },
  th: { closes: new Set(['td', 'th']), within: TABLE },
  tr: { closes: new Set(['tr', 'caption']), within: TABLE },
  ...Object.fromEntries(
    ['thead', 'tbody', 'tfoot'].map((name) => [name, { closes: TABLE_PARTS, within: TABLE }]),
  ),
};
const PARAGRAPH = new Set(['p']);
const PARAGRAPH_SCOPE = new Set(['li', 'blockquote', 'td', 'th', 'table', 'caption']);

/**
 * Parses HTML into a tree of the elements that posts may have, at most 100 deep. Skips scripts,
 * styles, foreign content, comments and unknown tags. Never throws. Uses htmlparser2's tokenizer,
 * because its parser needs quadratic time for a megabyte of unmatched tags.
 */
export function parse(html: string): ElementNode {
  return build(html, new TreeBuilder());
}

/** The name of a comment in the tree of `parseAll`. Its text is the only child. */
export const COMMENT = '#comment';

/** Parses HTML like `parse`, with all elements, scripts and comments. Its result isn't safe. */
export function parseAll(html: string): ElementNode {
  return build(html, new TreeBuilder({ keepsAll: true }));
}

function build(html: string, builder: TreeBuilder): ElementNode {
  const source = html.toWellFormed();
  const tokenizer = new Tokenizer({}, callbacksOf(source, builder));
  tokenizer.write(source);
  tokenizer.end();
  return builder.root;
}

function callbacksOf(source: string, builder: TreeBuilder): TokenizerCallbacks {
  let tag = '';
  let attribs = new Map<string, string>();
  let name = '';
  let value = '';
  const open = () => builder.open(tag, attribs);
  return {
    onopentagname(start, end) {
      tag = source.slice(start, end).toLowerCase();
      attribs = new Map();
    },
    onattribname(start, end) {
      name = source.slice(start, end).toLowerCase();
      value = '';
    },
    onattribdata(start, end) {
      value += source.slice(start, end);
    },
    onattribentity(codepoint) {
      value += String.fromCodePoint(codepoint);
    },
    onattribend() {
      if (!attribs.has(name)) attribs.set(name, value);
    },
    onopentagend: open,
    onselfclosingtag: open,
    onclosetag: (start, end) => builder.close(source.slice(start, end).toLowerCase()),
    ontext: (start, end) => builder.text(source.slice(start, end)),
    ontextentity: (codepoint) => builder.text(String.fromCodePoint(codepoint)),
    oncdata() {},
    oncomment: (start, end, endOffset) => builder.comment(source.slice(start, end - endOffset)),
    ondeclaration() {},
    onprocessinginstruction() {},
    onend() {},
  };
}

class TreeBuilder {
  readonly root: ElementNode = { name: '#root', attribs: new Map(), children: [] };
  readonly #stack: ElementNode[] = [];
  /** Number of open elements by name, so an unmatched end tag costs one lookup. */
  readonly #open = new Map<string, number>();
  /** Number of opening tags beyond `MAX_DEPTH`, whose end tags must not close other elements. */
  readonly #tooDeep = new Map<string, number>();
  #dropping = '';
  #dropDepth = 0;
  readonly #keepsAll: boolean;

  constructor({ keepsAll = false } = {}) {
    this.#keepsAll = keepsAll;
  }

  open(name: string, attribs: Map<string, string>): void {
    if (this.#dropping !== '' && !this.#leavesDropped(name)) return;
    if (DROPPED.has(name) && !this.#keepsAll) {
      if (name === 'iframe') this.#append({ name, attribs, children: [] });
      if (name !== 'embed') this.#drop(name);
      return;
    }
    const known = name === 'image' ? 'img' : name;
    if (VOID_ELEMENTS.has(known) || OTHER_VOID_ELEMENTS.has(known)) {
      if (known === 'hr') this.#closeParagraph();
      if (!VOID_ELEMENTS.has(known) && !this.#keepsAll) return;
      this.#append({ name: known, attribs, children: [] });
      return;
    }
    if (!BLOCKS.has(known) && !INLINE.has(known) && !this.#keepsAll) return;
    if (BLOCKS.has(known)) this.#closeParagraph();
    const implied = IMPLIED_END[known];
    if (implied) this.#closeNearest(implied.closes, implied.within);
    this.#push({ name: known, attribs, children: [] });
  }

  close(name: string): void {
    if (this.#dropping !== '') {
      if (name === this.#dropping && --this.#dropDepth === 0) this.#dropping = '';
      return;
    }
    if (name === 'br') this.#append({ name, attribs: new Map(), children: [] });
    const tooDeep = this.#tooDeep.get(name) ?? 0;
    if (tooDeep > 0) this.#tooDeep.set(name, tooDeep - 1);
    else if ((this.#open.get(name) ?? 0) > 0) while (this.#pop() !== name);
  }

  text(data: string): void {
    if (this.#dropping === '') this.#append(data);
  }

  comment(data: string): void {
    if (this.#keepsAll) this.#append({ name: COMMENT, attribs: new Map(), children: [data] });
  }

  #append(node: Node): void {
    const { children } = this.#stack.at(-1) ?? this.root;
    const last = children.at(-1);
    // The tokenizer reports entities separately.
    if (typeof node === 'string' && typeof last === 'string') {
      children[children.length - 1] = last + node;
    } else children.push(node);
  }

  #push(element: ElementNode): void {
    const { name } = element;
    if (this.#stack.length >= MAX_DEPTH) {
      this.#tooDeep.set(name, (this.#tooDeep.get(name) ?? 0) + 1);
      return;
    }
    this.#append(element);
    this.#stack.push(element);
    this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
  }

  #pop(): string {
    const name = this.#stack.pop()?.name ?? '';
    this.#open.set(name, (this.#open.get(name) ?? 1) - 1);
    return name;
  }

  #drop(name: string): void {
    this.#dropping = name;
    this.#dropDepth = 1;
  }

  #leavesDropped(name: string): boolean {
    // As in browsers, it ends at the first tag that isn't allowed inside.
    if (this.#dropping === 'svg' && BLOCKS.has(name) && name !== 'iframe') {
      this.#dropping = '';
      return true;
    }
    if (name === this.#dropping) this.#dropDepth++;
    return false;
  }

  #closeParagraph(): void {
    if ((this.#open.get('p') ?? 0) > 0) this.#closeNearest(PARAGRAPH, PARAGRAPH_SCOPE);
  }

  #closeNearest(names: Set<string>, boundaries: Set<string>): void {
    for (let i = this.#stack.length - 1; i >= 0; i--) {
      const name = this.#stack[i]?.name ?? '';
      if (boundaries.has(name)) return;
      if (names.has(name)) {
        while (this.#stack.length > i) this.#pop();
        return;
      }
    }
  }
}
