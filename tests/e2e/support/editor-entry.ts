/** Runs in a page that has only the editor (`editor-page.ts`). */
import { Range } from 'quill/core.js';
import { loadPaster, type PostClipboard } from '../../../src/islands/editor/quill/clipboard.ts';
import { createEditor, type Editor } from '../../../src/islands/editor/quill/create.ts';

/** Resolves when pasting is immediate, as it is soon after the text gets the focus. */
export const ready = loadPaster();

const nothing = () => undefined;

let opened: Editor | undefined;

export function openEditor(): Editor {
  const host = document.createElement('div');
  document.body.replaceChildren(host);
  opened = createEditor({
    host,
    placeholder: '',
    label: 'Content',
    hintId: '',
    onChange: nothing,
    onUploads: nothing,
    onPictures: nothing,
    onCommand: nothing,
    onLeaving: nothing,
  });
  return opened;
}

/** Returns the editor that was opened last. */
export function current(): Editor {
  return opened ?? openEditor();
}

/** Opens stored HTML, types a letter at the end, and returns what the editor would save. */
export function typeAtEnd(editor: Editor, html: string, letter: string): string {
  editor.show({ html });
  editor.quill.insertText(editor.quill.getLength() - 1, letter, 'user');
  return editor.html();
}

/** Pastes at a position, and returns what the editor would save. */
export function pasteHtml(editor: Editor, html: string, at = 0): string {
  const clipboard = editor.quill.getModule('clipboard') as PostClipboard;
  clipboard.onPaste(new Range(at, 0), { html, text: '' });
  return editor.html();
}

declare global {
  interface Window {
    editing: {
      openEditor: typeof openEditor;
      current: typeof current;
      typeAtEnd: typeof typeAtEnd;
      pasteHtml: typeof pasteHtml;
      ready: typeof ready;
    };
  }
}
