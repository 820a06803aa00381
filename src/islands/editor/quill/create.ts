import Quill, { Delta, type Op, type Range } from 'quill/core.js';
import Uploader from 'quill/modules/uploader.js';
import { writeContent } from '../../../../api/contract/content/write.ts';
import type { Problem } from '../problems.tsx';
import { createMarkupPolicy } from '../trusted-types.ts';
import { fillBreaks } from './breaks.ts';
import { LANGUAGES } from './choices.ts';
import { PostClipboard, type PostClipboardOptions } from './clipboard.ts';
import { createHighlighter, PostSyntax } from './code.ts';
import { acceptDrops } from './drop.ts';
import { registerFormats } from './formats.ts';
import { openGaps } from './gaps.ts';
import { PostHistory } from './history.ts';
import { selectKept } from './kept.ts';
import { keyBindings, leaveAfterEscape, sendMissingKeys } from './keys.ts';
import { watchConversions } from './markdown.ts';
import { lostProblem } from './pictures/messages.ts';
import { lostId } from './pictures/pending.ts';
import { parseTree } from './stored/tree.ts';
import { treeOfOps } from './stored/write.ts';
import { convertTyping } from './typing.ts';
import { PictureUploads, type UploadState } from './uploads.ts';

/** Between two runs of the highlighter. */
const HIGHLIGHT_INTERVAL_MS = 1000;

/** A word is one step of undo, unless it takes longer than this. */
const MAX_STEP_MS = 60_000;
const MAX_STEPS = 1000;

export interface EditorOptions {
  host: HTMLElement;
  placeholder: string;
  label: string;
  onChange(): void;
  onUploads(state: UploadState): void;
  /** Called with a message about pictures, or null to clear it. */
  onPictures(problem: Problem | null): void;
  /** Called with the name of a command of `useTools.ts`. */
  onCommand(name: string, value?: string | boolean): void;
  onLeaving(isLeaving: boolean): void;
  /** The id of the text that explains the keys. */
  hintId: string;
}

/** The editor as the form sees it. */
export type Editor = ReturnType<typeof createEditor>;

/** Replaces Quill's handling of dropped and pasted files, which skips unsupported ones silently. */
class PostUploader extends Uploader {
  declare protected options: Uploader['options'] & { insert(range: Range, files: File[]): void };

  override upload(range: Range, files: FileList | File[]): void {
    this.options.insert(range, [...files]);
  }
}

// The syntax module registers formats too. Ours come later, because they replace one of them.
Quill.register({ 'modules/syntax': PostSyntax, 'modules/history': PostHistory }, true);
Quill.register({ 'modules/clipboard': PostClipboard, 'modules/uploader': PostUploader }, true);
registerFormats();

export function createEditor(options: EditorOptions) {
  const { host } = options;
  createMarkupPolicy();
  const container = host.appendChild(document.createElement('div'));
  const clipboardOptions: PostClipboardOptions = {
    onPicture: (upload) => uploads.start(upload),
    onLost: (count) => options.onPictures(lostProblem(count)),
  };
  const quill: Quill = new Quill(container, {
    placeholder: options.placeholder,
    modules: {
      clipboard: clipboardOptions,
      uploader: { insert: (range: Range, files: File[]) => uploads.insert(range, files) },
      syntax: {
        interval: HIGHLIGHT_INTERVAL_MS,
        languages: LANGUAGES,
        hljs: createHighlighter(() => moduleOf<PostSyntax>(quill, 'syntax').highlight(null, true)),
      },
      history: { userOnly: true, maxStack: MAX_STEPS, delay: MAX_STEP_MS },
      keyboard: { bindings: keyBindings(options) },
    },
  });
  const uploads = new PictureUploads(quill, {
    onState: options.onUploads,
    onProblem: options.onPictures,
  });
  watchConversions(quill);
  convertTyping(quill);
  fillBreaks(quill);
  openGaps(quill);
  sendMissingKeys(quill);
  selectKept(quill);
  acceptDrops(quill, moduleOf<PostClipboard>(quill, 'clipboard'));
  setUpRoot(quill, options);
  return editorOf(quill, uploads, options);
}

function editorOf(quill: Quill, uploads: PictureUploads, { host, onChange }: EditorOptions) {
  let isShowing = false;
  /** What was written last: saving, recording and checking each need it after a pause. */
  let written: string | null = null;
  quill.on('text-change', () => {
    written = null;
    if (!isShowing) onChange();
  });
  return {
    quill,
    html() {
      written ??= htmlOf(quill.getContents().ops);
      return written;
    },
    /** Returns other content in Quill's format as stored HTML. */
    htmlOf,
    /** Returns the content in Quill's format, for drafts. Uploads are only named. */
    ops: () => quill.getContents().ops.map(forDraft),
    /**
     * Shows stored content or a draft. This doesn't count as a change, and undo can't revert it.
     */
    show(content: { html: string } | { ops: Op[] }) {
      isShowing = true;
      const delta =
        'html' in content
          ? moduleOf<PostClipboard>(quill, 'clipboard').convertStored(content.html)
          : new Delta(content.ops);
      // Before the change, which tells the toolbar that there's nothing to undo.
      quill.history.clear();
      quill.setContents(delta, 'api');
      isShowing = false;
    },
    /** Replaces the text with stored content, as one change that undo reverts. */
    replace(html: string) {
      quill.history.cutoff();
      quill.setContents(moduleOf<PostClipboard>(quill, 'clipboard').convertStored(html), 'user');
      quill.history.cutoff();
    },
    isEmpty: () =>
      quill.getContents().ops.every(({ insert }) => typeof insert === 'string' && !insert.trim()),
    uploads: () => uploads.state,
    /** Whether leaving the page would lose a picture that isn't uploaded yet. */
    hasFiles: () => uploads.hasFiles,
    insertPictures: (files: File[]) => uploads.insert(quill.getSelection(true), files),
    destroy() {
      uploads.stop();
      host.replaceChildren();
    },
  };
}

function htmlOf(ops: Op[]): string {
  return writeContent(treeOfOps(ops, parseTree));
}

function moduleOf<T>(quill: Quill, name: string): T {
  return quill.getModule(name) as T;
}

function forDraft(op: Op): Op {
  const id = typeof op.insert === 'object' ? op.insert['pending-image'] : undefined;
  return typeof id === 'string' ? { ...op, insert: { 'pending-image': lostId(id) } } : op;
}

function setUpRoot({ root }: Quill, options: EditorOptions): void {
  const { label, hintId } = options;
  leaveAfterEscape(root, options);
  root.classList.add('prose');
  root.setAttribute('role', 'textbox');
  root.setAttribute('dir', 'auto');
  root.setAttribute('aria-multiline', 'true');
  root.setAttribute('aria-required', 'true');
  root.setAttribute('aria-label', label);
  root.setAttribute('aria-describedby', hintId);
  root.setAttribute('spellcheck', 'true');
}
