import type Quill from 'quill/core.js';
import { Delta, Parchment } from 'quill/core.js';
import type { CodeBlockContainer } from 'quill/formats/code.js';
import List, { ListContainer } from 'quill/formats/list.js';
import { CodeBlock } from 'quill/modules/syntax.js';

/** Each line of a code block has its title, its marked lines, and whether it shows numbers. */
const CODE_ATTRIBUTES = ['code-title', 'code-lines', 'code-numbers'];
/**
 * Attributes of lines that Quill doesn't know. `group` is the number of a block next to one of the
 * same kind, `start` the first number of a list, and `inner` the element inside an item or a
 * quotation.
 */
export const LINE_ATTRIBUTES = ['group', 'start', 'inner', ...CODE_ATTRIBUTES];

/** Returns the attributes that keep a line in the same code block, or `null` outside of code. */
export function codeLine(formats: Record<string, unknown>): Record<string, unknown> | null {
  if (!formats['code-block']) return null;
  const own = ['code-block', 'group', ...CODE_ATTRIBUTES];
  return Object.fromEntries(Object.entries(formats).filter(([name]) => own.includes(name)));
}

export function lineAttributors(): Record<string, Parchment.Attributor> {
  const scope = Parchment.Scope.BLOCK;
  return Object.fromEntries(
    LINE_ATTRIBUTES.map((name) => [
      `formats/${name}`,
      new Parchment.Attributor(name, `data-${name}`, { scope }),
    ]),
  );
}

function elementOf(blot: Parchment.Blot | null | undefined): HTMLElement | null {
  return blot?.domNode instanceof HTMLElement ? blot.domNode : null;
}

/** Returns whether a line starts another block. A line without a group continues any block. */
function isApart(line: HTMLElement | null, first: HTMLElement | null): boolean {
  const { group, language } = line?.dataset ?? {};
  return (
    (group !== undefined && group !== first?.dataset.group) || language !== first?.dataset.language
  );
}

/** Quill would join neighboring blocks: it has one container for all lines next to each other. */
function splitApart(container: Parchment.ContainerBlot): void {
  const first = elementOf(container.children.head);
  for (let line = container.children.head; line; line = line.next) {
    if (line.next && isApart(elementOf(line.next), first)) {
      container.splitAfter(line);
      return;
    }
  }
}

function isSameBlock({ children, next }: Parchment.ContainerBlot): boolean {
  const following = next instanceof Parchment.ContainerBlot ? next.children.head : null;
  return !isApart(elementOf(following), elementOf(children.head));
}

const SyntaxContainer = CodeBlock.requiredContainer as typeof CodeBlockContainer;

export class PostCodeContainer extends SyntaxContainer {
  override attachUI(field: HTMLElement): void {
    super.attachUI(field);
    field.setAttribute('aria-label', 'Language of the code');
  }

  override checkMerge(): boolean {
    return super.checkMerge() && isSameBlock(this);
  }

  override optimize(...parameters: Parameters<ListContainer['optimize']>): void {
    splitApart(this);
    super.optimize(...parameters);
  }
}

export class PostCodeBlock extends CodeBlock {}
PostCodeContainer.allowedChildren = [PostCodeBlock];
PostCodeBlock.requiredContainer = PostCodeContainer;

export class PostListContainer extends ListContainer {
  override checkMerge(): boolean {
    return super.checkMerge() && isSameBlock(this);
  }

  override optimize(...parameters: Parameters<ListContainer['optimize']>): void {
    splitApart(this);
    super.optimize(...parameters);
    const start = Number(elementOf(this.children.head)?.dataset.start ?? 1);
    const list = this.domNode instanceof HTMLOListElement ? this.domNode : null;
    if (list === null || list.start === start) return;
    list.start = start;
    list.style.setProperty('--before', String(start - 1));
  }
}

export class PostList extends List {
  static override register(): void {
    // Unlike `List`, registers no container.
  }

  constructor(...parameters: ConstructorParameters<typeof List>) {
    super(...parameters);
    this.#describeBox();
  }

  override format(name: string, value: string): void {
    super.format(name, value);
    if (name === PostList.blotName) this.#describeBox();
  }

  /** Tells screen readers the state of an item in a checklist. */
  #describeBox(): void {
    const { uiNode: box } = this;
    if (!box) return;
    const list = elementOf(this)?.dataset.list ?? '';
    const isBox = /checked$/.test(list);
    for (const [name, value] of [
      ['role', 'checkbox'],
      ['aria-label', 'Done'],
      ['aria-checked', String(list === 'checked')],
    ] as const) {
      if (isBox) box.setAttribute(name, value);
      else box.removeAttribute(name);
    }
  }
}
PostListContainer.allowedChildren = [PostList];
PostList.requiredContainer = PostListContainer;

/** Returns the number for a block that isn't joined with its neighbors. */
export function nextGroup({ root }: Quill): number {
  const grouped = root.querySelectorAll<HTMLElement>('[data-group]');
  return 1 + Math.max(0, ...[...grouped].map(({ dataset }) => Number(dataset.group) || 0));
}

/** Returns the number of the next item of a list, or null if the block isn't a list. */
export function nextNumber(block: Parchment.Blot | null): number | null {
  if (!(block instanceof PostListContainer)) return null;
  const start = Number(elementOf(block.children.head)?.dataset.start ?? 1);
  const isCounted = ({ list, indent }: Record<string, unknown>) => list === 'ordered' && !indent;
  const items = block.children.map((item) => (item instanceof PostList ? item.formats() : {}));
  return start + items.filter(isCounted).length;
}

/** Splits the selected lines at `<br>`, because code can't contain it. */
export function splitLineBreaks(quill: Quill): void {
  const range = quill.getSelection(true);
  const lines = quill.getLines(range);
  const [first] = lines;
  if (!first) return;
  const change = new Delta().retain(quill.getIndex(first));
  let hasBreak = false;
  for (const line of lines) {
    for (const op of quill.getContents(quill.getIndex(line), line.length()).ops) {
      const isBreak = typeof op.insert === 'object' && 'line-break' in op.insert;
      if (isBreak) change.delete(1).insert('\n', line.formats());
      else change.retain(typeof op.insert === 'string' ? op.insert.length : 1);
      hasBreak ||= isBreak;
    }
  }
  if (!hasBreak) return;
  const start = quill.getIndex(first);
  quill.updateContents(change, 'user');
  quill.setSelection(start, change.length() - start - 1, 'user');
}
