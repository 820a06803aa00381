import Quill, { Delta, type Range } from 'quill/core.js';
import { withPictureType } from '../../../lib/picture-type.ts';
import { uploadPicture } from '../../../lib/upload.ts';
import { type Problem, uploadProblem } from '../problems.tsx';
import { pendingSources } from './formats.ts';
import { isUploadable } from './pasted-pictures.ts';

export interface UploadState {
  count: number;
  percent: number;
}

interface Options {
  onState(state: UploadState): void;
  /** Called with a message about pictures, or null to clear it. */
  onProblem(problem: Problem | null): void;
}

/** A picture to upload: a file, or a function that downloads it. */
export type Upload = { alt?: string } & (
  | { kind: 'file'; file: File }
  /** `url` is where it stays if it can't be read, or null. */
  | { kind: 'remote'; read: () => Promise<File>; url: string | null }
);

type Pending = { percent: number; abort: AbortController };

const MAX_PARALLEL_UPLOADS = 3;

/** Uploads pictures of the text. Each has a placeholder until its address is known. */
export class PictureUploads {
  readonly #quill: Quill;
  readonly #options: Options;
  readonly #pending = new Map<string, Pending>();
  readonly #queue: (() => Promise<void>)[] = [];
  #running = 0;
  #lastId = 0;
  /** How many pictures of the current batch stay on other sites. */
  #unread = 0;

  constructor(quill: Quill, options: Options) {
    this.#quill = quill;
    this.#options = options;
    quill.on('text-change', () => this.#cancelRemoved());
  }

  get count(): number {
    return this.#pending.size;
  }

  /** Replaces the range with pictures and uploads them. Rejects other files by name. */
  async insert(range: Range, files: Iterable<File>): Promise<void> {
    const all = await Promise.all([...files].map(withPictureType));
    const pictures = all.filter(isUploadable);
    const others = all.filter((file) => !pictures.includes(file));
    const change = new Delta().retain(range.index);
    for (const file of pictures) {
      change.insert({ 'pending-image': this.start({ kind: 'file', file }) });
    }
    if (others.length > 0) this.#options.onProblem(unsupportedProblem(others));
    if (pictures.length === 0) return;
    if (range.length > 0) this.#quill.deleteText(range.index, range.length, 'user');
    // Undo should never bring a placeholder back.
    this.#quill.updateContents(change, 'api');
    this.#quill.setSelection(range.index + pictures.length, 0, 'silent');
  }

  /** Starts an upload. Returns the id of the placeholder, which the caller inserts right away. */
  start(upload: Upload): string {
    this.#lastId += 1;
    const id = `upload-${this.#lastId}`;
    if (this.#pending.size === 0) {
      this.#unread = 0;
      this.#options.onProblem(null);
    }
    const { kind } = upload;
    pendingSources.set(id, kind === 'file' ? URL.createObjectURL(upload.file) : (upload.url ?? ''));
    const pending = { percent: 0, abort: new AbortController() };
    this.#pending.set(id, pending);
    this.#queue.push(() => this.#upload(id, upload, pending));
    queueMicrotask(() => this.#next());
    this.#report();
    return id;
  }

  stop(): void {
    this.#queue.length = 0;
    for (const [id, { abort }] of this.#pending) {
      abort.abort();
      this.#finish(id);
    }
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

  async #upload(id: string, upload: Upload, pending: Pending): Promise<void> {
    const { signal } = pending.abort;
    if (signal.aborted) return;
    const onProgress = (percent: number) => {
      pending.percent = percent;
      this.#nodeOf(id)?.style.setProperty('--progress', `${percent}%`);
      this.#report();
    };
    try {
      const file = upload.kind === 'file' ? upload.file : await upload.read().catch(() => null);
      if (signal.aborted) return;
      if (file === null) return this.#keepAddress(id, upload);
      const { publicUrl } = await uploadPicture(file, 'post', { onProgress, signal });
      await preload(publicUrl);
      this.#replace(id, publicUrl, upload.alt);
    } catch (error) {
      if (signal.aborted) return;
      if (upload.kind === 'remote' && upload.url) this.#replace(id, upload.url, upload.alt);
      else this.#replace(id, null);
      this.#options.onProblem(uploadProblem(error));
    } finally {
      this.#finish(id);
    }
  }

  /** Keeps a picture that can't be read at its address, if it has one. */
  #keepAddress(id: string, upload: Upload): void {
    const url = upload.kind === 'remote' ? upload.url : null;
    this.#replace(id, url, upload.alt);
    this.#unread += url === null ? 0 : 1;
    this.#options.onProblem(url === null ? lostProblem(1) : remoteProblem(this.#unread));
  }

  #replace(id: string, url: string | null, alt = ''): void {
    const node = this.#nodeOf(id);
    const blot = node && Quill.find(node);
    if (!blot || blot instanceof Quill) return;
    const index = this.#quill.getIndex(blot);
    // For example, the link around it.
    const [placeholder] = this.#quill.getContents(index, 1).ops;
    this.#quill.updateContents(new Delta().retain(index).delete(1), 'api');
    if (url === null) return;
    const attributes = { ...placeholder?.attributes, ...(alt ? { alt } : {}) };
    this.#quill.updateContents(
      new Delta().retain(index).insert({ image: url }, attributes),
      'user',
    );
  }

  #nodeOf(id: string): HTMLElement | null {
    return this.#quill.root.querySelector(`[data-upload="${id}"]`);
  }

  #cancelRemoved(): void {
    for (const [id, { abort }] of this.#pending) {
      if (this.#nodeOf(id) === null)
        queueMicrotask(() => this.#nodeOf(id) === null && abort.abort());
    }
  }

  #finish(id: string): void {
    const source = pendingSources.get(id);
    if (source?.startsWith('blob:')) URL.revokeObjectURL(source);
    pendingSources.delete(id);
    this.#pending.delete(id);
    this.#report();
  }

  #report(): void {
    const all = [...this.#pending.values()];
    const sum = all.reduce((total, { percent }) => total + percent, 0);
    this.#options.onState({ count: all.length, percent: Math.round(sum / (all.length || 1)) });
  }
}

function unsupportedProblem(files: readonly File[]): Problem {
  const names = files.map(({ name }) => name || 'This file').join(', ');
  return {
    message: `${names} can't be uploaded. Pictures must be JPEG, PNG, WebP, AVIF or GIF.`,
  };
}

/** The message about pictures that only their own program can read. */
export function lostProblem(count: number): Problem {
  const what = count === 1 ? 'A picture' : `${count} pictures`;
  return {
    message: `${what} couldn't be pasted with the text. Copy each one separately, or use “Insert image”.`,
  };
}

function remoteProblem(count: number): Problem {
  const what = count === 1 ? 'A pasted picture stays' : `${count} pasted pictures stay`;
  return {
    message: `${what} on another site, which doesn't allow copying. To be independent of that site, download and insert the picture yourself.`,
    tone: 'info',
  };
}

/**
 * Waits until the browser can show the picture, so that it replaces the placeholder without a
 * flash.
 */
async function preload(url: string): Promise<void> {
  const image = new Image();
  image.src = url;
  await Promise.race([
    image.decode().catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, 3000)),
  ]);
}
