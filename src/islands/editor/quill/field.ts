/** A small editor for the text of a block, in a dialog. Has the formats and keys of the post. */
import Quill, { type Range } from 'quill/core.js';
import type { Context } from 'quill/modules/keyboard.js';
import { fillBreaks } from './breaks.ts';
import type { PostClipboard, PostClipboardOptions } from './clipboard.ts';
import { INLINE_FORMATS } from './controls.ts';
import { fieldHtml, oneLine } from './field-content.ts';
import { openGaps } from './gaps.ts';
import { selectKept } from './kept.ts';
import { keyBindings, lineBindings, sendMissingKeys } from './keys.ts';
import { indentItems } from './lists.ts';
import { watchConversions } from './markdown.ts';
import { parseTree } from './stored/tree.ts';
import { convertTyping } from './typing.ts';

/** The formats of text that has no blocks, such as a caption. */
const LINE_FORMATS = [...INLINE_FORMATS, 'kept', 'line-break', 'break-filler', 'image'];

export interface FieldOptions {
  host: HTMLElement;
  html: string;
  /** Text without blocks: Enter doesn't split it. */
  isLine: boolean;
  onChange(html: string): void;
  onEnter(): void;
  onLink(): void;
  /** Called when the user pastes or drops pictures, which a field can't contain. */
  onPictures(): void;
}

export function createField(options: FieldOptions): Quill {
  const { host, isLine, onPictures } = options;
  const clipboard: PostClipboardOptions = { onLost: onPictures };
  const quill = new Quill(host, {
    formats: isLine ? LINE_FORMATS : null,
    modules: {
      clipboard,
      uploader: { insert: onPictures },
      history: { userOnly: true },
      keyboard: { bindings: bindingsOf(options) },
    },
  });
  const { root } = quill;
  root.classList.add('prose', 'rich-field');
  root.setAttribute('role', 'textbox');
  root.setAttribute('dir', 'auto');
  root.setAttribute('aria-multiline', String(!isLine));
  root.addEventListener('drop', (event) => event.preventDefault());
  show(quill, options);
  watchConversions(quill);
  convertTyping(quill);
  fillBreaks(quill);
  if (!isLine) openGaps(quill);
  sendMissingKeys(quill);
  selectKept(quill);
  quill.on('text-change', () => options.onChange(fieldHtml(quill.getContents().ops, parseTree)));
  return quill;
}

function show(quill: Quill, { html, isLine }: FieldOptions): void {
  const clipboard = quill.getModule('clipboard') as PostClipboard;
  const { ops } = clipboard.convertStored(html);
  quill.setContents(isLine ? oneLine(ops, parseTree) : ops, 'silent');
}

function bindingsOf({ isLine, onEnter, onLink }: FieldOptions) {
  const onCommand = (name: string) => name === 'link' && onLink();
  if (isLine) return lineBindings(onCommand, onEnter);
  return {
    ...keyBindings({ onCommand, isField: true }),
    'indent items': { key: 'Tab', format: ['list'], handler: tabInList },
    'outdent items': { key: 'Tab', shiftKey: true, format: ['list'], handler: tabInList },
  };
}

/** If nothing can be indented, Tab goes to the next field. */
function tabInList(this: { quill: Quill }, range: Range, { event, format }: Context): boolean {
  indentItems(this.quill, range, event.shiftKey ? -1 : 1);
  return this.quill.getFormat(range).indent === format.indent;
}
