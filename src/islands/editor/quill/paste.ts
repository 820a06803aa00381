/** Loads when the text gets the focus. */
import type Quill from 'quill/core.js';
import type { Op, Range } from 'quill/core.js';
import { writeContent } from '../../../../api/contract/content/write.ts';
import { insertBlocks } from './blocks/block.ts';
import { nextGroup } from './blocks.ts';
import { oneLine } from './field-content.ts';
import { cleanPasted, isOwn, isWrapper } from './pasted.ts';
import { isMarkdown } from './pasted-markdown.ts';
import { judgePicture, type PastedPicture, picturesOfRtf } from './pasted-pictures.ts';
import { placeAt } from './pasted-place.ts';
import { withLinks, withoutEdgeBreaks } from './pasted-text.ts';
import { insertAt, pasteAddress, pasteIntoCode, pastePlain, pasteText } from './pasting.ts';
import { liftPictures, placeholderOf, withPictures } from './pictures/pasted.ts';
import { readStored } from './stored/read.ts';
import { parseTree, treeOf } from './stored/tree.ts';
import { isBlockEmbed } from './stored/write.ts';
import { isOneLine } from './typed-line.ts';
import type { Upload } from './uploads.ts';

export interface PasteOptions {
  /** Starts an upload, and returns its id. Without it, pictures are left out. */
  onPicture?(upload: Upload): string;
  /** Called with the number of pictures that were left out. */
  onLost(count: number): void;
}

/** What is on the clipboard. */
export interface Pasted {
  html: string;
  text: string;
  /** Word adds the bytes of its pictures as RTF. */
  rtf: string;
  /** The language that VS Code adds to code. */
  language: string | undefined;
  /** Whether the author pastes with Ctrl+Shift+V. */
  isPlain: boolean;
}

interface Context {
  quill: Quill;
  pasted: Pasted;
  options: PasteOptions;
  /** The number of pictures that can't be read. */
  lost: number;
}

const BLANK = /<p(?: class="[^"]*")?><br><\/p>/g;

/**
 * Cleans pasted HTML, converts it to the stored form like the server, and reads it like a stored
 * post. Also recognizes addresses and Markdown in plain text.
 */
export function paste(quill: Quill, range: Range, pasted: Pasted, options: PasteOptions): void {
  const { html, text } = pasted;
  const context = { quill, pasted, options, lost: 0 };
  const place = placeAt(quill, range);
  if (pasteIntoCode(quill, place, text)) return;
  if (pasted.isPlain) return void pastePlain(quill, place, text);
  const isText = html === '' || (isWrapper(html, text) && isMarkdown(text));
  const read = (source: string) => {
    const ops = readHtml(source, context);
    return isOneLine(quill) ? oneLine(ops, parseTree) : ops;
  };
  const ops = isText ? [] : withLinks(read(html));
  if (!pasteAddress(quill, place, text, ops)) {
    if (ops.length > 0 && ops.every(isBlockEmbed)) insertBlocks(quill, range, ops);
    else if (ops.length > 0) insertAt(quill, place, ops);
    else pasteText(quill, place, text, read);
  }
  if (context.lost > 0) options.onLost(context.lost);
}

function readHtml(html: string, context: Context): Op[] {
  const doc = new DOMParser().parseFromString(html, 'text/html');
  const isForeign = !isOwn(doc);
  cleanPasted(doc, context.pasted.language);
  const { onPicture } = context.options;
  const pictures = onPicture ? takePictures(doc, context) : dropPictures(doc, context);
  if (isForeign) liftPictures(doc);
  const written = writeContent(treeOf(doc.body));
  const stored = isForeign ? written.replace(BLANK, '') : written;
  const read = readStored(stored, { parse: parseTree, firstGroup: nextGroup(context.quill) });
  const ops = isForeign ? withoutEdgeBreaks(read) : read;
  const last = ops.at(-1);
  // The end of a plain paragraph is the end of the line that it's pasted into.
  if (last?.insert === '\n' && Object.keys(last.attributes ?? {}).length === 0) ops.pop();
  return ops.flatMap((op) => {
    const placed = onPicture ? withPictures(op, pictures, onPicture) : { ops: [op], lost: 0 };
    context.lost += placed.lost;
    return placed.ops;
  });
}

/** Replaces pictures with their alternative texts. */
function dropPictures(doc: Document, context: Context): [] {
  for (const image of doc.querySelectorAll('img')) {
    context.lost += 1;
    image.replaceWith(image.alt);
  }
  return [];
}

/** Replaces the addresses of pictures with placeholders, and removes unreadable pictures. */
function takePictures(doc: Document, context: Context): PastedPicture[] {
  const images = [...doc.querySelectorAll('img')];
  const srcOf = (image: HTMLImageElement) => image.getAttribute('src') ?? '';
  const localFiles = images.filter((image) => /^file:/i.test(srcOf(image)));
  const inRtf = localFiles.length > 0 ? picturesOfRtf(context.pasted.rtf) : [];
  // Pictures match by position, which is reliable only if both lists have the same length.
  const fromRtf = inRtf.length === localFiles.length ? inRtf : [];
  return images.map((image, index) => {
    const judged = judgePicture(srcOf(image), () => fromRtf[localFiles.indexOf(image)] ?? null);
    if (judged.kind === 'lost') {
      context.lost += 1;
      image.remove();
    } else image.setAttribute('src', placeholderOf(index));
    return judged;
  });
}
