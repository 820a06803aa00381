import { attribute, BLOCK_CLASSES, classesOf, INDENT } from './attributes.ts';
import type { ElementNode } from './elements.ts';

interface ListKind {
  tag: 'ul' | 'ol';
  attributes: string;
}

const KINDS = {
  bullet: { tag: 'ul', attributes: '' },
  ordered: { tag: 'ol', attributes: '' },
  checked: { tag: 'ul', attributes: ' data-checked="true"' },
  unchecked: { tag: 'ul', attributes: ' data-checked="false"' },
} satisfies Record<string, ListKind>;

/** Returns the kind of an item: by its `data-list` (Quill), or by the list element. */
export function kindOf(list: ElementNode, item: Map<string, string>): ListKind {
  const own = item.get('data-list') ?? '';
  if (Object.hasOwn(KINDS, own)) return KINDS[own as keyof typeof KINDS];
  if (list.name === 'ol') return KINDS.ordered;
  const checked = list.attribs.get('data-checked');
  if (checked === 'true') return KINDS.checked;
  return checked === 'false' ? KINDS.unchecked : KINDS.bullet;
}

/** Writes items, which have an indent and a kind each, as nested lists. */
export class ListWriter {
  #html = '';
  readonly #open: { level: number; kind: ListKind }[] = [];
  /** The last number of each level: the editor continues numbering after bullets. */
  readonly #numbers: number[] = [];
  readonly #depth: number;

  /** `depth` is the number of lists around this one, `before` the number before the first item. */
  constructor(depth: number, before: number) {
    this.#depth = depth;
    this.#numbers[depth] = before;
  }

  get hasItem(): boolean {
    return this.#open.length > 0;
  }

  /** Number of lists around the contents of the last item. */
  get depth(): number {
    return this.#depth + this.#open.length;
  }

  /** The same for the next item, if it has no classes. */
  get nextDepth(): number {
    return this.#depth + this.#open.filter(({ level }) => level < this.#depth).length + 1;
  }

  /** Starts an item, and returns its tag. */
  start(kind: ListKind, classes: string | undefined): string {
    const [indent] = classesOf(classes, [INDENT]);
    const level = indent === undefined ? this.#depth : Number(INDENT.exec(indent)?.[1]);
    while ((this.#open.at(-1)?.level ?? -1) > level) this.#close();
    const top = this.#open.at(-1);
    if (top?.level === level && top.kind === kind) this.#html += '</li>';
    else {
      if (top?.level === level) this.#close();
      const started = kind.tag === 'ol' ? (this.#numbers[level] ?? 0) : 0;
      const start = started > 0 ? attribute('start', String(started + 1)) : '';
      this.#html += `<${kind.tag}${kind.attributes}${start}>`;
      this.#open.push({ level, kind });
    }
    this.#numbers.length = level + 1;
    if (kind.tag === 'ol') this.#numbers[level] = (this.#numbers[level] ?? 0) + 1;
    const kept = classesOf(classes, BLOCK_CLASSES).filter((name) => !INDENT.test(name));
    const all = level === this.depth - 1 ? kept : [`ql-indent-${level}`, ...kept];
    const tag = `<li${all.length > 0 ? attribute('class', all.join(' ')) : ''}>`;
    this.#html += tag;
    return tag;
  }

  append(html: string): void {
    this.#html += html;
  }

  end(): string {
    while (this.hasItem) this.#close();
    return this.#html;
  }

  #close(): void {
    this.#html += `</li></${this.#open.pop()?.kind.tag}>`;
  }
}

export function startOf(list: ElementNode): string {
  const start = list.name === 'ol' ? list.attribs.get('start') : undefined;
  return start !== undefined && /^[1-9]\d{0,5}$/.test(start) ? start : '1';
}
