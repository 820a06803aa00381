import type Quill from 'quill/core.js';
import { Delta, type Op, type Range } from 'quill/core.js';
import Clipboard from 'quill/modules/clipboard.js';
import { writeContent } from '../../../../api/contract/content/write.ts';
import { insertBlocks } from './blocks/block.ts';
import { nextGroup } from './blocks.ts';
import { textOfOps } from './copied-text.ts';
import { cleanPasted, isOwn, isWrapper, markOwn } from './pasted.ts';
import { isMarkdown } from './pasted-markdown.ts';
import { judgePicture, type PastedPicture, picturesOfRtf } from './pasted-pictures.ts';
import { placeAt } from './pasted-place.ts';
import { withLinks, withoutEdgeBreaks } from './pasted-text.ts';
import { insertAt, pasteAddress, pasteIntoCode, pastePlain, pasteText } from './pasting.ts';
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

const BLANK = /<p(?: class="[^"]*")?><br><\/p>/g;

/**
 * Quill's clipboard, with our own way to read and write HTML. Cleans pasted HTML, converts it to
 * the stored form like the server, and reads it like a stored post. Also recognizes addresses and
 * Markdown in plain text. Such a conversion is a step of its own: undo gives the plain text.
 */
export class PostClipboard extends Clipboard {
  declare protected options: Clipboard['options'] & PostClipboardOptions;
  #lost = 0;
  #rtf = '';
  /** The language that VS Code adds to code. */
  #language: string | undefined;
  /** Whether the author pastes with Ctrl+Shift+V. */
  #isPlain = false;

  constructor(quill: Quill, options: Partial<Clipboard['options']>) {
    super(quill, options);
    const onKey = ({ type, key, code, shiftKey, ctrlKey, metaKey }: KeyboardEvent) => {
      // With Option, which Safari also asks for, the key is another sign.
      const isV = key.toLowerCase() === 'v' || code === 'KeyV';
      this.#isPlain = type === 'keydown' && shiftKey && (ctrlKey || metaKey) && isV;
    };
    for (const type of ['keydown', 'keyup'] as const) {
      quill.root.addEventListener(type, onKey, { capture: true });
    }
  }

  convertStored(html: string): Delta {
    const ops = readStored(storedForm(html), { parse: parseTree });
    const last = ops.at(-1)?.insert;
    // After an embedded block, keep a line to write in.
    if (typeof last === 'object') ops.push({ insert: '\n' });
    return new Delta(ops);
  }

  override convert({ html, text = '' }: { html?: string; text?: string }): Delta {
    return html ? new Delta(this.#opsOf(html)) : new Delta().insert(text);
  }

  #opsOf(html: string): Op[] {
    const doc = new DOMParser().parseFromString(html, 'text/html');
    const isForeign = !isOwn(doc);
    cleanPasted(doc, this.#language);
    const pictures = this.#takePictures(doc);
    if (isForeign) liftPictures(doc);
    const written = writeContent(treeOf(doc.body));
    const stored = isForeign ? written.replace(BLANK, '') : written;
    const firstGroup = nextGroup(this.quill);
    const read = readStored(stored, { parse: parseTree, firstGroup });
    const ops = isForeign ? withoutEdgeBreaks(read) : read;
    const last = ops.at(-1);
    // The end of a plain paragraph is the end of the line that it's pasted into.
    if (last?.insert === '\n' && !isFormatted(last)) ops.pop();
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
    const { clipboardData } = event;
    this.#rtf = clipboardData?.getData('text/rtf') ?? '';
    this.#language = languageOfEditor(clipboardData?.getData('vscode-editor-data') ?? '');
    super.onCapturePaste(event);
    this.#rtf = '';
    this.#language = undefined;
    this.#isPlain = false;
  }

  override onPaste(range: Range, { html = '', text = '' }: { text?: string; html?: string }): void {
    if (html === '' && text === '') return;
    this.#lost = 0;
    const { quill } = this;
    const place = placeAt(quill, range);
    if (pasteIntoCode(quill, place, text)) return;
    if (this.#isPlain) pastePlain(quill, place, text);
    else {
      const isText = html === '' || (isWrapper(html, text) && isMarkdown(text));
      const ops = isText ? [] : withLinks(this.#opsOf(html));
      if (!pasteAddress(quill, place, text, ops)) {
        if (ops.length > 0 && ops.every(isBlockEmbed)) insertBlocks(quill, range, ops);
        else if (ops.length > 0) insertAt(quill, place, ops);
        else pasteText(quill, place, text, (converted) => this.#opsOf(converted));
      }
    }
    if (this.#lost > 0) this.options.onLost(this.#lost);
  }

  override onCopy(range: Range) {
    const copied = this.quill.getContents(range.index, range.length).ops;
    const ops = [...copied];
    const isPartOfLine = !ops.some((op) => isBlockEmbed(op) || endsLine(op));
    const last = ops.at(-1);
    if (last && !isPartOfLine && !isBlockEmbed(last) && !endsWithLine(last)) {
      // The last line was copied without its end, which says what kind of block it is.
      const [line] = this.quill.getLine(range.index + range.length);
      ops.push({ insert: '\n', attributes: line?.formats() ?? {} });
    }
    const html = writeContent(treeOfOps(ops, parseTree));
    // Other programs would paste a paragraph as a line of its own.
    const inner = isPartOfLine ? html.replace(/^<p>(.*)<\/p>$/s, '$1') : html;
    return { text: textOfOps(copied, parseTree), html: markOwn(inner) };
  }
}

function isFormatted(op: Op | undefined): boolean {
  return Object.keys(op?.attributes ?? {}).length > 0;
}

function endsLine({ insert }: Op): boolean {
  return typeof insert === 'string' && insert.includes('\n');
}

function endsWithLine({ insert }: Op): boolean {
  return typeof insert === 'string' && insert.endsWith('\n');
}

/** Returns the language of copied code, from what VS Code adds to the clipboard. */
function languageOfEditor(data: string): string | undefined {
  try {
    const { mode } = JSON.parse(data) as { mode?: unknown };
    return typeof mode === 'string' ? mode : undefined;
  } catch {
    return undefined;
  }
}
