import Quill, { Delta, type Range } from 'quill';
import { uploadImage } from '../../../lib/upload.ts';
import { type Problem, uploadProblem } from '../problem.ts';
import { pendingSources } from './formats.ts';
import { isUploadable } from './pasted-pictures.ts';

/** How far the pictures of the text are. */
export interface UploadState {
  count: number;
  /** Of all of them together, 0 to 100. */
  percent: number;
}

interface Options {
  onState(state: UploadState): void;
  /** Something is to be said: a picture could not be uploaded, say. Null: that is over. */
  onProblem(problem: Problem | null): void;
}

/** A picture to be uploaded: its file or, for one that is somewhere else, how to read it. */
export type Upload = { alt?: string } & (
  | { kind: 'file'; file: File }
  /** `url`: where it stays when it cannot be read. */
  | { kind: 'elsewhere'; read: () => Promise<File>; url: string | null }
);

interface Pending {
  percent: number;
  abort: AbortController;
}

const AT_ONCE = 3;

/** Uploads the pictures that are put into the text: each has a place holder until its address is known. */
export class PictureUploads {
  readonly #quill: Quill;
  readonly #options: Options;
  readonly #pending = new Map<string, Pending>();
  readonly #queue: (() => Promise<void>)[] = [];
  #running = 0;
  #lastId = 0;
  /** Of those that are under way: how many have stayed where they are. */
  #left = 0;

  constructor(quill: Quill, options: Options) {
    this.#quill = quill;
    this.#options = options;
    quill.on('text-change', () => this.#dropRemoved());
  }

  get count(): number {
    return this.#pending.size;
  }

  /** Puts pictures in place of the range and uploads them. What is no picture is refused by name. */
  insert(range: Range, files: Iterable<File>): void {
    const all = [...files];
    const pictures = all.filter(isUploadable);
    const others = all.filter((file) => !pictures.includes(file));
    const change = new Delta().retain(range.index);
    for (const file of pictures) {
      change.insert({ 'pending-image': this.start({ kind: 'file', file }) });
    }
    if (others.length > 0) this.#options.onProblem(refusalOf(others));
    if (pictures.length === 0) return;
    if (range.length > 0) this.#quill.deleteText(range.index, range.length, 'user');
    // Place holders are no part of what can be undone.
    this.#quill.updateContents(change, 'api');
    this.#quill.setSelection(range.index + pictures.length, 0, 'silent');
  }

  /** Begins to upload a picture, whose place holder (of the id given) the caller inserts at once. */
  start(upload: Upload): string {
    this.#lastId += 1;
    const id = `upload-${this.#lastId}`;
    if (this.#pending.size === 0) {
      this.#left = 0;
      this.#options.onProblem(null);
    }
    const { kind } = upload;
    pendingSources.set(id, kind === 'file' ? URL.createObjectURL(upload.file) : (upload.url ?? ''));
    const pending = { percent: 0, abort: new AbortController() };
    this.#pending.set(id, pending);
    this.#queue.push(() => this.#upload(id, upload, pending));
    queueMicrotask(() => this.#next());
    this.#tell();
    return id;
  }

  stop(): void {
    this.#queue.length = 0;
    for (const [id, { abort }] of this.#pending) {
      abort.abort();
      this.#forget(id);
    }
  }

  #next(): void {
    while (this.#running < AT_ONCE) {
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
      this.#tell();
    };
    try {
      const file = upload.kind === 'file' ? upload.file : await upload.read().catch(() => null);
      if (signal.aborted) return;
      if (file === null) return this.#leave(id, upload);
      const { publicUrl } = await uploadImage(file, 'post', { onProgress, signal });
      await decoded(publicUrl);
      this.#replace(id, publicUrl, upload.alt);
    } catch (error) {
      if (signal.aborted) return;
      if (upload.kind === 'elsewhere' && upload.url) this.#replace(id, upload.url, upload.alt);
      else this.#replace(id, null);
      this.#options.onProblem(uploadProblem(error));
    } finally {
      this.#forget(id);
    }
  }

  /** It cannot be read from here: it stays where it is, if it is anywhere. Nothing goes unsaid. */
  #leave(id: string, upload: Upload): void {
    const url = upload.kind === 'elsewhere' ? upload.url : null;
    this.#replace(id, url, upload.alt);
    this.#left += url === null ? 0 : 1;
    this.#options.onProblem(url === null ? lostProblem(1) : leftProblem(this.#left));
  }

  #replace(id: string, url: string | null, alt = ''): void {
    const node = this.#nodeOf(id);
    const blot = node && Quill.find(node);
    if (!blot || blot instanceof Quill) return;
    const index = this.#quill.getIndex(blot);
    this.#quill.updateContents(new Delta().retain(index).delete(1), 'api');
    if (url === null) return;
    this.#quill.updateContents(
      new Delta().retain(index).insert({ image: url }, alt ? { alt } : {}),
      'user',
    );
  }

  #nodeOf(id: string): HTMLElement | null {
    return this.#quill.root.querySelector(`[data-upload="${id}"]`);
  }

  /** Whoever deletes a place holder does not want the picture. */
  #dropRemoved(): void {
    for (const [id, { abort }] of this.#pending) {
      if (this.#nodeOf(id) === null)
        queueMicrotask(() => this.#nodeOf(id) === null && abort.abort());
    }
  }

  #forget(id: string): void {
    const source = pendingSources.get(id);
    if (source?.startsWith('blob:')) URL.revokeObjectURL(source);
    pendingSources.delete(id);
    this.#pending.delete(id);
    this.#tell();
  }

  #tell(): void {
    const all = [...this.#pending.values()];
    const sum = all.reduce((total, { percent }) => total + percent, 0);
    this.#options.onState({ count: all.length, percent: Math.round(sum / (all.length || 1)) });
  }
}

function refusalOf(files: readonly File[]): Problem {
  const names = files.map(({ name }) => name || 'This file').join(', ');
  return {
    message: `${names} cannot be uploaded: pictures are JPEG, PNG, WebP, AVIF or GIF.`,
  };
}

/** Pictures that only the program they were copied from can read. */
export function lostProblem(count: number): Problem {
  const what = count === 1 ? 'A picture' : `${count} pictures`;
  return {
    message: `${what} could not be pasted with the text. Copy each on its own, or use “Insert image”.`,
  };
}

function leftProblem(count: number): Problem {
  const what = count === 1 ? 'A pasted picture stays' : `${count} pasted pictures stay`;
  return {
    message: `${what} on another site, which does not let pictures be copied. Save and insert what should not depend on that site.`,
    tone: 'info',
  };
}

/** So that the picture takes the place without a flash. One that cannot be shown here is fine too. */
async function decoded(url: string): Promise<void> {
  const image = new Image();
  image.src = url;
  await Promise.race([
    image.decode().catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, 3000)),
  ]);
}
