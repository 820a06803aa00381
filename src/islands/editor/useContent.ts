import type { Op } from 'quill/core.js';
import { useCallback, useRef, useState } from 'react';
import type { Editor } from './quill/create.ts';

/** What the editor shows: stored HTML or a draft, and the line to scroll to. */
type Shown = ({ html: string } | { ops: Op[] }) & { line?: number };

/** The editor of the form, and the content to show once it's ready. */
export function useContent(html: string | undefined) {
  const [isReady, setIsReady] = useState(false);
  const editor = useRef<Editor | null>(null);
  const waiting = useRef<Shown | null>(html === undefined ? null : { html });
  const ops = (): Op[] | undefined => {
    if (editor.current) return editor.current.ops();
    return waiting.current && 'ops' in waiting.current ? waiting.current.ops : undefined;
  };
  const line = useRef<number>(undefined);
  /** Returns the last line that had the cursor, or undefined before there was one. */
  const cursorLine = (): number | undefined => {
    if (editor.current) line.current = lineOfCursor(editor.current.quill.root) ?? line.current;
    return line.current;
  };
  /** The HTML that is shown unchanged. Quill would write it in another way. */
  const untouched = useRef<string | null>(html ?? '');
  /** Returns the content to send, or undefined while it can't be known. */
  const currentHtml = (): string | undefined => untouched.current ?? editor.current?.html();
  const touch = () => {
    untouched.current = null;
  };
  const show = useCallback((content: Shown) => {
    untouched.current = 'html' in content ? content.html : null;
    if (editor.current) showIn(editor.current, content);
    else waiting.current = content;
  }, []);
  const onReady = useCallback((created: Editor) => {
    editor.current = created;
    if (waiting.current) showIn(created, waiting.current);
    setIsReady(true);
  }, []);
  const onLeave = useCallback((left: Editor) => {
    waiting.current = { ops: left.ops() };
    editor.current = null;
  }, []);
  return { editor, ops, currentHtml, touch, cursorLine, show, isReady, onReady, onLeave };
}

/** Returns the line with the cursor, from 0, or undefined if the cursor isn't in the text. */
function lineOfCursor(root: HTMLElement): number | undefined {
  const node = document.getSelection()?.focusNode;
  const line = [...root.children].findIndex((child) => child.contains(node ?? null));
  return line < 0 ? undefined : line;
}

function showIn(editor: Editor, { line, ...content }: Shown): void {
  editor.show(content);
  // After layout. Lines in the upper part of the page are in view without scrolling.
  requestAnimationFrame(() => {
    const block = line === undefined ? undefined : editor.quill.root.children[line];
    if (block && block.getBoundingClientRect().bottom > window.innerHeight * 0.8) {
      block.scrollIntoView({ block: 'center' });
    }
  });
}
