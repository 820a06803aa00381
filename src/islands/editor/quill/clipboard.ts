import { Delta, type Op, type Range } from 'quill/core.js';
import Clipboard from 'quill/modules/clipboard.js';
import { writeContent } from '../../../../api/contract/content/write.ts';
import { insertBlocks } from './blocks/block.ts';
import { codeLine, nextGroup } from './blocks.ts';
import { cleanPasted, isOwn, markOwn } from './pasted.ts';
import { judgePicture, type PastedPicture, picturesOfRtf } from './pasted-pictures.ts';
import { liftPictures, placeholderOf, withPictures } from './pictures/pasted.ts';
import { readStored } from './stored/read.ts';
import { parseTree, storedForm, treeOf } from './stored/tree.ts';
import { isBlockEmbed, treeOfOps } from './stored/write.ts';
import type { Upload } from './uploads.ts';

export interface PostClipboardOptions {
  onPicture(upload: Upload): string;
  /** Called with the number of pasted pictures that the browser can't read. */
  onLost(count: number): void;
}

/**
 * Quill's clipboard, with our own way to read and write HTML. Cleans pasted HTML, converts it to
 * the stored form like the server, and reads it like a stored post.
 */
export class PostClipboard extends Clipboard {
  declare protected options: Clipboard['options'] & PostClipboardOptions;
  #lost = 0;
  #rtf = '';

  convertStored(html: string): Delta {
    const ops = readStored(storedForm(html), { parse: parseTree });
    const last = ops.at(-1)?.insert;
    // After an embedded block, keep a line to write in.
    if (typeof last === 'object') ops.push({ insert: '\n' });
    return new Delta(ops);
  }

  override convert(
    { html, text = '' }: { html?: string; text?: string },
    formats: Record<string, unknown> = {},
  ): Delta {
    const code = codeLine(formats);
    if (code) return new Delta().insert(text, code);
    if (!html) return new Delta().insert(text, formats);
    const ops = this.#opsOf(html);
    const last = ops.at(-1);
    // The end of a plain paragraph is the end of the line that it's pasted into.
    if (last?.insert === '\n' && !isFormatted(last)) ops.pop();
    return new Delta(ops);
  }

  #opsOf(html: string): Op[] {
    const doc = new DOMParser().parseFromString(html, 'text/html');
    cleanPasted(doc, (pasted) => this.normalizeHTML(pasted));
    const pictures = this.#takePictures(doc);
    if (!isOwn(doc)) liftPictures(doc);
    const stored = writeContent(treeOf(doc.body));
    const firstGroup = nextGroup(this.quill);
    const ops = readStored(stored, { parse: parseTree, firstGroup });
    return ops.flatMap((op) => this.#withPictures(op, pictures));
  }

  /** Replaces the addresses of pictures with placeholders, and removes unreadable pictures. */
  #takePictures(doc: Document): PastedPicture[] {
    const images = [...doc.querySelectorAll('img')];
    const srcOf = (image: HTMLImageElement) => image.getAttribute('src') ?? '';
    const localFiles = images.filter((image) => /^file:/i.test(srcOf(image)));
    const inRtf = localFiles.length > 0 ? picturesOfRtf(this.#rtf) : [];
    // Pictures match by position, which is reliable only if both lists have the same length.
    const fromRtf = inRtf.length === localFiles.length ? inRtf : [];
    return images.map((image, index) => {
      const judged = judgePicture(srcOf(image), () => fromRtf[localFiles.indexOf(image)] ?? null);
      if (judged.kind === 'lost') {
        this.#lost += 1;
        image.remove();
      } else image.setAttribute('src', placeholderOf(index));
      return judged;
    });
  }

  #withPictures(op: Op, pictures: readonly PastedPicture[]): Op[] {
    const { ops, lost } = withPictures(op, pictures, this.options.onPicture);
    this.#lost += lost;
    return ops;
  }

  override onCapturePaste(event: ClipboardEvent): void {
    this.#rtf = event.clipboardData?.getData('text/rtf') ?? '';
    super.onCapturePaste(event);
    this.#rtf = '';
  }

  override onPaste(range: Range, data: { text?: string; html?: string }): void {
    this.#lost = 0;
    const { quill } = this;
    const pasted = this.convert(data, quill.getFormat(range.index));
    if (pasted.ops.length > 0 && pasted.ops.every(isBlockEmbed)) {
      insertBlocks(quill, range, pasted.ops);
      this.#end();
      return;
    }
    const change = new Delta().retain(range.index).delete(range.length);
    const [line, offset] = quill.getLine(range.index);
    const formats = line?.formats() ?? {};
    const [first] = pasted.ops;
    // Quill would split the line, too, but without telling where the cursor goes.
    if (first && isBlockEmbed(first) && offset > 0) change.insert('\n', formats);
    const end = formats['code-block'] || !data.html ? undefined : pasted.ops.find(endsLine);
    if (end && offset > 0) {
      // The words before it keep their kind of line, and aren't joined with a pasted block.
      if (isFormatted(end)) change.insert('\n', formats);
      else end.attributes = formats;
    }
    const cursor = change.length() - range.length + pasted.length();
    const text = change.concat(pasted);
    const isAtEnd = line?.length() === offset + range.length + 1;
    if (end && isAtEnd) {
      // The last line isn't a heading just because the line that it's pasted into was one.
      text.retain(1, Object.fromEntries(Object.keys(formats).map((name) => [name, null])));
    }
    quill.history.cutoff();
    quill.updateContents(text, 'user');
    quill.history.cutoff();
    quill.setSelection(cursor, 'silent');
    this.#end();
  }

  #end(): void {
    this.quill.scrollSelectionIntoView();
    if (this.#lost > 0) this.options.onLost(this.#lost);
  }

  override onCopy(range: Range) {
    const { ops } = this.quill.getContents(range.index, range.length);
    const text = ops.map(textOf).join('');
    const isPartOfLine = !ops.some((op) => isBlockEmbed(op) || endsLine(op));
    const last = ops.at(-1);
    if (last && !isPartOfLine && !isBlockEmbed(last) && !textOf(last).endsWith('\n')) {
      // The last line was copied without its end, which says what kind of block it is.
      const [line] = this.quill.getLine(range.index + range.length);
      ops.push({ insert: '\n', attributes: line?.formats() ?? {} });
    }
    const html = writeContent(treeOfOps(ops, parseTree));
    // Other programs would paste a paragraph as a line of its own.
    const inner = isPartOfLine ? html.replace(/^<p>(.*)<\/p>$/s, '$1') : html;
    return { text, html: markOwn(inner) };
  }
}

function isFormatted(op: Op | undefined): boolean {
  return Object.keys(op?.attributes ?? {}).length > 0;
}

function endsLine({ insert }: Op): boolean {
  return typeof insert === 'string' && insert.includes('\n');
}

function textOf({ insert }: Op): string {
  if (typeof insert === 'string') return insert;
  return insert?.['line-break'] ? '\n' : '';
}
