import Quill, { Delta, type Range } from 'quill/core.js';
import { uploadPicture } from '../../../lib/upload.ts';
import { requestMessage, statusOf } from '../../ui/request.ts';
import { type Problem, uploadProblem } from '../problems.tsx';
import { insertBlocks, removeBlock } from './blocks/block.ts';
import { followRange, keepCursorElsewhere, keepFocus } from './follow-range.ts';
import { type CheckedFiles, checkFiles } from './pictures/check-files.ts';
import { figureHtml } from './pictures/figure.ts';
import { lostProblem, remoteProblem, unsupportedProblem } from './pictures/messages.ts';
import { pendingStates, preload, showPending } from './pictures/pending.ts';

export interface UploadState {
  /** How many are running or waiting. */
  count: number;
  percent: number;
  failed: number;
}

interface Options {
  onState(state: UploadState): void;
  /** Called with a message about pictures, or null to clear it. */
  onProblem(problem: Problem | null): void;
}

/** A picture to upload: a file, or a function that downloads it. */
export type Upload = {
  /** Returns the block that replaces the placeholder. */
  write?: (url: string) => string;
} & (
  | { kind: 'file'; file: File }
  /** `url` is where it stays if it can't be read, or null. */
  | { kind: 'remote'; read: () => Promise<File>; url: string | null }
);

interface Task {
  upload: Upload;
  /** Its block, once it's uploaded. */
  html: string | null;
  percent: number;
  /** Null while it isn't running or waiting. */
  abort: AbortController | null;
}

const MAX_PARALLEL_UPLOADS = 3;

/** Uploads pictures of the text. Each has a placeholder until its address is known. */
export class PictureUploads {
  readonly #quill: Quill;
  readonly #options: Options;
  /** By the ids of the placeholders, which undo may bring back. */
  readonly #tasks = new Map<string, Task>();
  readonly #queue: (() => Promise<void>)[] = [];
  /** Resolves when all files so far are in the text, or had an error. */
  #inserting: Promise<void> = Promise.resolve();
  #isStopped = false;
  #running = 0;
  #lastId = 0;
  #reported = '';
  /** The addresses of pictures that stay on other sites, while there's a note about them. */
  #remote: string[] = [];

  constructor(quill: Quill, options: Options) {
    this.#quill = quill;
    this.#options = options;
    quill.on('text-change', () => this.#follow());
    quill.root.addEventListener('click', this.#onClick);
    window.addEventListener('online', this.#retryAll);
  }

  /** The number of placeholders: pictures that aren't uploaded yet, or failed. */
  get state(): UploadState {
    const placeholders = [...this.#quill.root.querySelectorAll<HTMLElement>('[data-upload]')];
    const active = placeholders.flatMap((node) => {
      const task = this.#tasks.get(node.dataset.upload ?? '');
      return task?.abort ? [task] : [];
    });
    const sum = active.reduce((total, { percent }) => total + percent, 0);
    return {
      count: active.length,
      percent: Math.round(sum / (active.length || 1)),
      failed: placeholders.length - active.length,
    };
  }

  /** Whether leaving the page would lose a picture that isn't uploaded yet. */
  get hasFiles(): boolean {
    return [...this.#tasks].some(([id, { html }]) => html === null && this.#nodeOf(id) !== null);
  }

  /**
   * Replaces the range with pictures and uploads them. Rejects other files by name. Pictures
   * inserted at the same place keep the order of the calls.
   */
  insert(range: Range, files: Iterable<File>): void {
    this.#quill.setSelection(range, 'user');
    const place = followRange(this.#quill, range);
    const checked = checkFiles([...files]);
    this.#inserting = this.#inserting
      .then(async () => this.#insert(await checked, place))
      .catch((error) => this.#options.onProblem(uploadProblem(error)));
  }

  #insert({ pictures, others }: CheckedFiles, place: () => Range): void {
    const range = place();
    if (this.#isStopped) return;
    const blocks = pictures.map((file) => ({
      insert: { 'pending-image': this.start({ kind: 'file', file }) },
    }));
    if (others.length > 0) this.#options.onProblem(unsupportedProblem(others));
    if (blocks.length === 0) return;
    keepCursorElsewhere(this.#quill, range, () => insertBlocks(this.#quill, range, blocks));
  }

  /** Starts an upload. Returns the id of the placeholder, which the caller inserts right away. */
  start(upload: Upload): string {
    if (this.state.count === 0) {
      this.#remote = [];
      this.#options.onProblem(null);
    }
    this.#lastId += 1;
    const id = `upload-${this.#lastId}`;
    const isFile = upload.kind === 'file';
    const preview = isFile ? URL.createObjectURL(upload.file) : (upload.url ?? '');
    const name = isFile ? upload.file.name : '';
    pendingStates.set(id, { name, preview, failure: null, canRetry: true });
    this.#tasks.set(id, { upload, html: null, percent: 0, abort: null });
    this.#run(id);
    return id;
  }

  stop(): void {
    this.#isStopped = true;
    this.#queue.length = 0;
    this.#quill.root.removeEventListener('click', this.#onClick);
    window.removeEventListener('online', this.#retryAll);
    for (const [id, { abort }] of this.#tasks) {
      abort?.abort();
      const preview = pendingStates.get(id)?.preview;
      if (preview?.startsWith('blob:')) URL.revokeObjectURL(preview);
      pendingStates.delete(id);
    }
  }

  #run(id: string): void {
    const task = this.#tasks.get(id);
    if (!task || task.abort) return;
    const abort = new AbortController();
    task.abort = abort;
    task.percent = 0;
    this.#show(id, null);
    this.#queue.push(() => this.#upload(id, task, abort.signal));
    queueMicrotask(() => this.#next());
  }

  #next(): void {
    while (this.#running < MAX_PARALLEL_UPLOADS) {
      const work = this.#queue.shift();
      if (!work) return;
      this.#running += 1;
      void work().finally(() => {
        this.#running -= 1;
        this.#next();
      });
    }
  }

  async #upload(id: string, task: Task, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { upload } = task;
    const onProgress = (percent: number) => {
      task.percent = percent;
      this.#nodeOf(id)?.style.setProperty('--progress', `${percent}%`);
      this.#report();
    };
    try {
      const file = upload.kind === 'file' ? upload.file : await upload.read().catch(() => null);
      if (signal.aborted) return;
      if (file === null) return this.#keepAddress(id, task);
      const { publicUrl } = await uploadPicture(file, 'post', { onProgress, signal });
      await preload(publicUrl);
      if (!signal.aborted) this.#finish(id, task, publicUrl);
    } catch (error) {
      if (signal.aborted) return;
      task.abort = null;
      this.#show(id, requestMessage(error));
      // Only the form can lead to signing in.
      if (statusOf(error) === 401) this.#options.onProblem(uploadProblem(error));
    }
  }

  /** Keeps a picture that can't be read at its address, if it has one. */
  #keepAddress(id: string, task: Task): void {
    const { upload } = task;
    const url = upload.kind === 'remote' ? upload.url : null;
    if (url === null) {
      const node = this.#nodeOf(id);
      task.abort = null;
      if (node) removeBlock(this.#quill, { index: this.#indexOf(node), node });
      this.#options.onProblem(lostProblem(1));
      return;
    }
    this.#finish(id, task, url);
    this.#remote.push(url);
    this.#options.onProblem(remoteProblem(this.#remote.length));
  }

  #finish(id: string, task: Task, url: string): void {
    task.abort = null;
    task.html = (task.upload.write ?? figureHtml)(url);
    this.#replace(id, task.html);
    this.#report();
  }

  /**
   * Replaces the placeholder with the picture. Undo treats both as the same block: the history only
   * records that a block was inserted there.
   */
  #replace(id: string, html: string): void {
    const node = this.#nodeOf(id);
    if (!node) return;
    const { composition, history } = this.#quill;
    if (composition.isComposing) {
      this.#quill.once('composition-end', () => this.#replace(id, html));
      return;
    }
    const change = new Delta().retain(this.#indexOf(node)).insert({ 'kept-block': html }).delete(1);
    history.ignoreChange = true;
    keepFocus(this.#quill, () => this.#quill.updateContents(change, 'user'));
    history.ignoreChange = false;
  }

  #nodeOf(id: string): HTMLElement | null {
    return this.#quill.root.querySelector(`[data-upload="${CSS.escape(id)}"]`);
  }

  #indexOf(node: HTMLElement): number {
    const blot = Quill.find(node);
    return blot && !(blot instanceof Quill) ? this.#quill.getIndex(blot) : 0;
  }

  #show(id: string, failure: string | null): void {
    const state = pendingStates.get(id);
    if (!state) return;
    const next = { ...state, failure };
    pendingStates.set(id, next);
    const node = this.#nodeOf(id);
    if (node) showPending(node, next);
    this.#report();
  }

  /** Follows the text: a removed placeholder ends its upload, and undo may bring it back. */
  #follow(): void {
    // Quill replaces content in steps.
    queueMicrotask(() => {
      const nodes = this.#quill.root.querySelectorAll<HTMLElement>('[data-upload]');
      const shown = new Set([...nodes].map(({ dataset }) => dataset.upload));
      for (const [id, task] of this.#tasks) {
        const isShown = shown.has(id);
        if (isShown && task.html !== null) this.#replace(id, task.html);
        if (isShown && !task.abort && pendingStates.get(id)?.failure === null) this.#run(id);
        if (!isShown && task.abort) {
          task.abort.abort();
          task.abort = null;
        }
      }
      this.#report();
    });
    const isShown = (url: string) =>
      this.#quill.root.querySelector(`img[src="${CSS.escape(url)}"]`) !== null;
    if (this.#remote.length > 0 && !this.#remote.some(isShown)) {
      this.#remote = [];
      this.#options.onProblem(null);
    }
  }

  readonly #onClick = ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-action]') : null;
    const node = button?.closest<HTMLElement>('[data-upload]');
    if (!button || !node) return;
    if (button.dataset.action === 'retry') {
      // The cause, such as an expired session, may be fixed.
      this.#options.onProblem(null);
      this.#run(node.dataset.upload ?? '');
    } else removeBlock(this.#quill, { index: this.#indexOf(node), node });
  };

  /** The connection is back. */
  readonly #retryAll = () => {
    for (const [id, { abort }] of this.#tasks) if (!abort && this.#nodeOf(id)) this.#run(id);
  };

  /** Reports changes only: it's called for each change of the text. */
  #report(): void {
    const { state } = this;
    const key = Object.values(state).join();
    if (key === this.#reported) return;
    this.#reported = key;
    this.#options.onState(state);
  }
}
