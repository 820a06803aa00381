import Quill, { Delta, type Range } from 'quill';
import { uploadImage } from '../../../lib/upload.ts';
import { pendingSources } from './formats.ts';

/** How far the pictures of the text are. */
export interface UploadState {
  count: number;
  /** Of all of them together, 0 to 100. */
  percent: number;
}

interface Options {
  onState(state: UploadState): void;
  /** A picture could not be uploaded, and its place is gone. */
  onFailure(message: string): void;
}

interface Pending {
  percent: number;
  abort: AbortController;
}

const PICTURES = /^image\/(jpeg|png|webp|avif|gif)$/;
const AT_ONCE = 3;

/** Uploads the pictures that are put into the text: each has a place holder until its address is known. */
export class PictureUploads {
  readonly #quill: Quill;
  readonly #options: Options;
  readonly #pending = new Map<string, Pending>();
  readonly #queue: (() => Promise<void>)[] = [];
  #running = 0;
  #lastId = 0;

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
    const pictures = all.filter((file) => PICTURES.test(file.type));
    for (const file of all) {
      if (!pictures.includes(file)) {
        this.#options.onFailure(
          `${file.name || 'This file'} cannot be uploaded: pictures are JPEG, PNG, WebP, AVIF or GIF.`,
        );
      }
    }
    if (pictures.length === 0) return;
    if (range.length > 0) this.#quill.deleteText(range.index, range.length, 'user');
    const change = new Delta().retain(range.index);
    for (const file of pictures) change.insert({ 'pending-image': this.start(file) });
    // Place holders are no part of what can be undone.
    this.#quill.updateContents(change, 'api');
    this.#quill.setSelection(range.index + pictures.length, 0, 'silent');
  }

  /** Begins to upload a picture, whose place holder (of the id given) the caller inserts at once. */
  start(file: File): string {
    this.#lastId += 1;
    const id = `upload-${this.#lastId}`;
    pendingSources.set(id, URL.createObjectURL(file));
    const pending = { percent: 0, abort: new AbortController() };
    this.#pending.set(id, pending);
    this.#queue.push(() => this.#upload(id, file, pending));
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

  async #upload(id: string, file: File, pending: Pending): Promise<void> {
    const { signal } = pending.abort;
    if (signal.aborted) return;
    const onProgress = (percent: number) => {
      pending.percent = percent;
      this.#nodeOf(id)?.style.setProperty('--progress', `${percent}%`);
      this.#tell();
    };
    try {
      const { publicUrl } = await uploadImage(file, 'post', { onProgress, signal });
      await decoded(publicUrl);
      this.#replace(id, publicUrl);
    } catch (error) {
      if (!signal.aborted) {
        this.#replace(id, null);
        const reason = error instanceof Error ? ` (${error.message})` : '';
        this.#options.onFailure(`Image upload failed${reason}`);
      }
    } finally {
      this.#forget(id);
    }
  }

  #replace(id: string, url: string | null): void {
    const node = this.#nodeOf(id);
    const blot = node && Quill.find(node);
    if (!blot || blot instanceof Quill) return;
    const index = this.#quill.getIndex(blot);
    this.#quill.updateContents(new Delta().retain(index).delete(1), 'api');
    if (url === null) return;
    this.#quill.updateContents(new Delta().retain(index).insert({ image: url }), 'user');
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
    if (source !== undefined) URL.revokeObjectURL(source);
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

/** So that the picture takes the place without a flash. One that cannot be shown here is fine too. */
async function decoded(url: string): Promise<void> {
  const image = new Image();
  image.src = url;
  await Promise.race([
    image.decode().catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, 3000)),
  ]);
}

/** A picture that came as a `data:` URL; null when it is none. */
export function fileOfDataUrl(url: string): File | null {
  const [, type = '', base64 = ''] = /^data:(image\/[a-z]+);base64,(.+)$/is.exec(url) ?? [];
  if (!PICTURES.test(type)) return null;
  try {
    const bytes = Uint8Array.from(atob(base64.replace(/\s/g, '')), (char) => char.charCodeAt(0));
    return new File([bytes], `pasted.${type.slice('image/'.length)}`, { type });
  } catch {
    return null;
  }
}
