import type { Op } from 'quill/core.js';
import { BLOCKS, type Node } from '../../../../api/contract/content/elements.ts';
import { isBlockEmbed, type Parse } from './stored/write.ts';

/** Attribute of HTML that was copied in this editor. Pasting it keeps all formats. */
export const OWN_ATTRIBUTE = 'data-inkwell';

export function markOwn(html: string): string {
  return `<div ${OWN_ATTRIBUTE}>${html}</div>`;
}

type Formats = Record<string, unknown>;

/**
 * Returns copied content as text that other programs can show: a blank line between blocks, marks
 * before the items of lists, addresses of videos, and the text of blocks that are kept whole.
 */
export function textOfOps(ops: readonly Op[], parse: Parse): string {
  const writer = new TextWriter();
  let line = '';
  for (const op of ops) {
    const { insert } = op;
    if (typeof insert === 'string') {
      const [first = '', ...rest] = insert.split('\n');
      line += first;
      for (const next of rest) {
        writer.line(line, op.attributes ?? {});
        line = next;
      }
    } else if (isBlockEmbed(op)) {
      if (line !== '') writer.line(line, {});
      line = '';
      writer.line(textOfEmbed(insert ?? {}, op.attributes ?? {}, parse), {});
    } else line += textOfEmbed(insert ?? {}, op.attributes ?? {}, parse);
  }
  return writer.text(line);
}

class TextWriter {
  #text = '';
  #before: string | null = null;
  readonly #numbers: number[] = [];

  line(text: string, formats: Formats): void {
    const kind = kindOf(formats);
    // Lines of the same block are next to each other.
    const isSame = kind !== '' && kind === this.#before;
    if (!isSame) this.#numbers.length = 0;
    if (this.#before !== null && !isSame) this.#text += '\n';
    this.#text += `${this.#mark(formats)}${text}\n`;
    this.#before = kind;
  }

  /** Returns the text with what's left of a line. */
  text(rest: string): string {
    const isBetween = rest !== '' && this.#before !== null;
    return `${this.#text}${isBetween ? '\n' : ''}${rest}`;
  }

  #mark({ list, indent, start }: Formats): string {
    if (!list) return '';
    const level = Number(indent ?? 0);
    this.#numbers.length = level + 1;
    const number = (this.#numbers[level] ?? Number(start ?? 1) - 1) + 1;
    if (list === 'ordered') this.#numbers[level] = number;
    const boxes: Record<string, string> = { checked: '- [x] ', unchecked: '- [ ] ' };
    const mark = list === 'ordered' ? `${number}. ` : (boxes[String(list)] ?? '- ');
    return `${'  '.repeat(level)}${mark}`;
  }
}

function kindOf({ list, blockquote, inner, group, 'code-block': code }: Formats): string {
  const number = String(group ?? '');
  if (code) return `code ${code} ${number}`;
  if (list) return 'list';
  return blockquote && inner ? `quote ${number}` : '';
}

function textOfEmbed(embed: Formats, { alt }: Formats, parse: Parse): string {
  if (embed['line-break']) return '\n';
  if (typeof embed.video === 'string') return embed.video;
  const kept = embed['kept-block'] ?? embed.kept;
  if (typeof kept === 'string') return textOfTree(parse(kept).children);
  return typeof alt === 'string' ? alt : '';
}

/** Returns the lines of blocks, with a tab between the cells of a table. */
function textOfTree(nodes: readonly Node[]): string {
  let text = '';
  const walk = (node: Node) => {
    if (typeof node === 'string') {
      text += node;
      return;
    }
    const { name, attribs, children } = node;
    const isCell = /^t[dh]$/.test(name);
    const isEdge = BLOCKS.has(name) && !isCell;
    if (isEdge && text !== '' && !/[\n\t]$/.test(text)) text += '\n';
    if (isCell && text !== '' && !text.endsWith('\n')) text += '\t';
    if (name === 'br') text += '\n';
    if (name === 'hr') text += '---\n';
    if (name === 'img') text += attribs.get('alt') ?? '';
    for (const child of children) walk(child);
    if (isEdge && text !== '' && !text.endsWith('\n')) text += '\n';
  };
  for (const node of nodes) walk(node);
  return text.trim();
}
