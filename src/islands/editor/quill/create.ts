import Quill, { Delta, type Op } from 'quill';
import type Syntax from 'quill/modules/syntax.js';
import type { Problem } from '../problem.ts';
import { guardMarkup } from '../trusted-types.ts';
import { equipPictures } from './alternative-text.ts';
import type { PostClipboard } from './clipboard.ts';
import { acceptDrops } from './drop.ts';
import { FORMATS } from './formats.ts';
import { createHighlighter } from './highlight.ts';
import { LANGUAGES } from './languages.ts';
import { htmlOf } from './output.ts';
import { makeAccessible, TOOLBAR } from './toolbar.ts';
import { equipTooltip, onLinkButton } from './tooltip.ts';
import { lostProblem, PictureUploads, type UploadState } from './uploads.ts';

/** spec.md section 9. */
const HIGHLIGHT_INTERVAL_MS = 1000;

export interface EditorOptions {
  /** An empty element; it gets the toolbar and the writing area. */
  host: HTMLElement;
  placeholder: string;
  label: string;
  onChange(): void;
  onUploads(state: UploadState): void;
  /** Something is to be said about pictures; null: that is over. */
  onPictures(problem: Problem | null): void;
}

/** The editor as the form sees it. */
export interface Editor {
  /** What is sent. */
  html(): string;
  /** What is kept locally: Quill's own form, without the places of unfinished uploads. */
  ops(): Op[];
  /** Shows stored content, or what was kept. Neither counts as a change, and neither can be undone. */
  show(content: { html: string } | { ops: Op[] }): void;
  isEmpty(): boolean;
  /** Pictures that are still being uploaded. */
  uploads(): number;
  focus(): void;
  destroy(): void;
}

/** Makes an editor in `host`. */
export function createEditor(options: EditorOptions): Editor {
  const { host } = options;
  guardMarkup();
  const container = document.createElement('div');
  host.replaceChildren(container);
  const quill = new Quill(container, {
    theme: 'snow',
    bounds: container,
    placeholder: options.placeholder,
    formats: FORMATS,
    modules: {
      toolbar: {
        container: TOOLBAR,
        handlers: {
          link: (value: unknown) => onLinkButton(quill, value),
          image: () => input.click(),
        },
      },
      syntax: {
        interval: HIGHLIGHT_INTERVAL_MS,
        languages: LANGUAGES,
        hljs: createHighlighter(() => syntax.highlight(null, true)),
      },
      history: { userOnly: true, maxStack: 500 },
      keyboard: {
        bindings: {
          // Tab moves on, as everywhere; in lists and code it indents, and Escape leads out.
          tab: { key: 'Tab', handler: () => true },
        },
      },
    },
  });
  const syntax = quill.getModule('syntax') as Syntax;
  const uploads = new PictureUploads(quill, {
    onState: options.onUploads,
    onProblem: options.onPictures,
  });
  quill.uploader.upload = (range, files) => uploads.insert(range, Array.from(files));
  const clipboard = quill.clipboard as unknown as PostClipboard;
  clipboard.onPicture = (upload) => uploads.start(upload);
  acceptDrops(quill, clipboard);
  clipboard.onLost = (count) => options.onPictures(lostProblem(count));
  const input = fileInput((files) => uploads.insert(quill.getSelection(true), files));
  host.append(input);
  setUpRoot(quill, options);
  const toolbar = host.querySelector<HTMLElement>('.ql-toolbar');
  if (toolbar) makeAccessible(toolbar, quill);
  equipTooltip(quill);
  equipPictures(quill);
  let isShowing = false;
  quill.on('text-change', () => {
    if (!isShowing) options.onChange();
  });

  return {
    html: () => htmlOf(quill.root),
    ops: () => quill.getContents().ops.filter((op) => !isPending(op)),
    show(content) {
      isShowing = true;
      const delta =
        'html' in content ? clipboard.convertStored(content.html) : new Delta(content.ops);
      quill.setContents(delta, 'api');
      quill.history.clear();
      isShowing = false;
    },
    isEmpty: () =>
      quill.getContents().ops.every(({ insert }) => typeof insert === 'string' && !insert.trim()),
    uploads: () => uploads.count,
    focus: () => quill.focus(),
    destroy() {
      uploads.stop();
      host.replaceChildren();
    },
  };
}

function isPending({ insert }: Op): boolean {
  return typeof insert === 'object' && 'pending-image' in insert;
}

function setUpRoot(quill: Quill, { label, host }: EditorOptions): void {
  const { root } = quill;
  root.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    // It looks at what is selected a moment after each change; once the focus has gone, it sees nothing any more.
    quill.update('user');
    focusToolbar(host);
  });
  root.classList.add('prose');
  root.setAttribute('role', 'textbox');
  root.setAttribute('aria-multiline', 'true');
  root.setAttribute('aria-required', 'true');
  root.setAttribute('aria-label', label);
  root.setAttribute('spellcheck', 'true');
}

function focusToolbar(host: HTMLElement): void {
  const stop = ':is(button, .ql-picker-label)[tabindex="0"]';
  host.querySelector<HTMLElement>(`.ql-toolbar ${stop}`)?.focus();
}

function fileInput(onChosen: (files: File[]) => void): HTMLInputElement {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = 'image/*';
  input.multiple = true;
  input.hidden = true;
  input.className = 'ql-image';
  input.addEventListener('change', () => {
    onChosen([...(input.files ?? [])]);
    input.value = '';
  });
  return input;
}
