import type { FileTree } from './file-tree.ts';
import { embeddedPicture } from './local-pictures.ts';

interface Options {
  tree: FileTree | undefined;
  /** Returns the file of the tree that an address refers to. */
  fileOf(src: string): string | undefined;
  /** Returns the full address of a picture that has no file. */
  remoteOf(src: string): string;
  note(what: string, before?: unknown): void;
}

/** The pictures of one post. Those that are files of the export are stored as uploads. */
export class ContentPictures {
  readonly #options: Options;
  /** Files of the export, with their placeholders in the content and their addresses. */
  readonly #files = new Map<string, { sign: string; src: string }>();
  readonly #missing = new Map<string, string>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Returns the placeholder of a file of the export, or the full address. */
  take(src: string): string {
    if (src === '' || src.startsWith('data:')) return src;
    const { fileOf, remoteOf } = this.#options;
    const file = fileOf(src);
    if (file === undefined) {
      const remote = remoteOf(src);
      if (remote !== src || !/^(?:https?:)?\/\//i.test(src)) this.#missing.set(src, remote);
      return remote;
    }
    const known = this.#files.get(file);
    if (known) return known.sign;
    const sign = `data:image/png;base64,file-${this.#files.size}-`;
    this.#files.set(file, { sign, src });
    return sign;
  }

  /** Returns values with pictures in place of their placeholders. Notes pictures without a file. */
  async store<T extends Record<string, string>>(values: T): Promise<T> {
    const { tree, remoteOf, note } = this.#options;
    let texts = Object.entries(values);
    for (const [file, { sign, src }] of this.#files) {
      const picture = tree ? await embeddedPicture(tree, file) : { problem: 'it has no file' };
      if ('problem' in picture) note(`A picture stays linked: ${picture.problem}.`, file);
      const url = 'url' in picture ? picture.url : remoteOf(src);
      texts = texts.map(([name, text]) => [name, text.replaceAll(sign, url)]);
    }
    if (this.#missing.size > 0) {
      note("Pictures aren't in the export. They stay linked.", Object.fromEntries(this.#missing));
    }
    return Object.fromEntries(texts) as T;
  }
}
