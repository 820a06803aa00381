import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_PICTURE_BYTES, PICTURE_TYPES, type PictureType } from '../api/contract/uploads.ts';
import type { Env } from '../api/env.ts';
import { ApiError } from '../api/errors.ts';
import type { Storage } from '../api/uploads/picture-files.ts';
import { safeName } from '../api/uploads/slots.ts';
import { createStorage, nameOf, urlOf } from '../api/uploads/storage.ts';
import { uploadsFolder } from '../api/uploads/temporary.ts';
import type { Context } from './raw-records.ts';
import type { PictureRecord } from './records.ts';
import { storePicture } from './store-picture.ts';

/** A picture inside HTML, as rich-text editors write it when nothing uploads it. */
const EMBEDDED = /\bsrc=(["'])data:(image\/[a-z]+);base64,([A-Za-z0-9+/=\s]+)\1/gi;
const EMBEDDED_COVER = /^data:(image\/[a-z]+);base64,([A-Za-z0-9+/=]+)$/i;

interface Options {
  env: Pick<Env, 'dataDir' | 'storage'>;
  dryRun: boolean;
  /** Another folder with pictures: a rehearsal doesn't copy those of the site. */
  uploads?: string;
}

/** Stores the pictures that are embedded in the HTML of posts: sanitizing would remove them. */
export class PictureSaver {
  readonly #env: Options['env'];
  readonly #folder: string;
  readonly #otherFolder: string;
  readonly #dryRun: boolean;
  readonly #context: Context;
  readonly #storage: Storage;
  /** Names that a real run would store. */
  readonly #restored = new Set<string>();

  constructor({ env, dryRun, uploads }: Options, context: Context) {
    this.#env = env;
    this.#folder = uploadsFolder(env);
    this.#otherFolder = uploads ?? this.#folder;
    this.#dryRun = dryRun;
    this.#context = context;
    this.#storage = createStorage(env);
  }

  /** Returns whether a picture's file is in the storage. Reports a missing file. */
  isStored(url: string): boolean {
    const name = nameOf(url, this.#env.storage);
    const isStored =
      name !== undefined &&
      (!this.#storage.throughServer || this.#restored.has(name) || this.#hasFile(name));
    if (!isStored) {
      const what = `Left out: the file doesn't exist here. Copy the uploads folder to ${this.#folder} before the import.`;
      this.#context.report.add('picture', url, what);
    }
    return isStored;
  }

  #hasFile(name: string): boolean {
    return [this.#folder, this.#otherFolder].some((folder) => existsSync(join(folder, name)));
  }

  /** Stores the file of a picture's record under the same name, unless it's here. */
  async restore(
    { url, kind }: Record<string, unknown>,
    read: (name: string) => Promise<Buffer | undefined>,
  ): Promise<void> {
    const name = nameOf(String(url), this.#env.storage);
    const type = typeOfName(name ?? '');
    if (name === undefined || type === undefined || this.#hasFile(name)) return;
    const bytes = await read(name);
    if (bytes === undefined) return;
    if (this.#dryRun) this.#restored.add(name);
    else {
      const at = this.#context.now;
      const own = kind === 'profile' ? ('profile' as const) : ('post' as const);
      await storePicture(this.#env, { name, type, bytes, at, kind: own });
    }
  }

  /**
   * Returns the post with URLs in place of embedded pictures and an embedded cover, and the records
   * of these pictures.
   */
  async extract(
    raw: Record<string, unknown>,
  ): Promise<{ raw: Record<string, unknown>; found: PictureRecord[] }> {
    const { content, image, _id: id } = raw;
    const found: PictureRecord[] = [];
    const values = { ...raw };
    const [, type = '', base64] = EMBEDDED_COVER.exec(typeof image === 'string' ? image : '') ?? [];
    if (base64 !== undefined) {
      const cover = { postId: String(id), number: 0, mimeType: type.toLowerCase() };
      const bytes = Buffer.from(base64, 'base64');
      values.image = (await this.#store({ ...cover, bytes }, found)) ?? '';
    }
    if (typeof content === 'string' && content.includes('base64,')) {
      values.content = await this.#storeAll(String(id), content, found);
    }
    return { raw: values, found };
  }

  /** Returns content with URLs in place of embedded pictures. */
  async #storeAll(postId: string, content: string, found: PictureRecord[]): Promise<string> {
    const parts: string[] = [];
    let from = 0;
    for (const match of content.matchAll(EMBEDDED)) {
      const [source, , type = '', base64 = ''] = match;
      parts.push(content.slice(from, match.index));
      from = match.index + source.length;
      const number = parts.length;
      const bytes = Buffer.from(base64, 'base64');
      const picture = { postId, number, mimeType: type.toLowerCase(), bytes };
      parts.push(`src="${(await this.#store(picture, found)) ?? ''}"`);
    }
    parts.push(content.slice(from));
    return parts.join('');
  }

  /** Returns the URL, or undefined if the picture isn't accepted. */
  async #store(
    {
      postId,
      number,
      mimeType,
      bytes,
    }: { postId: string; number: number; mimeType: string; bytes: Buffer },
    found: PictureRecord[],
  ): Promise<string | undefined> {
    const type = (mimeType === 'image/jpg' ? 'image/jpeg' : mimeType) as PictureType;
    const refuse = (why: string) => {
      const before = `data:${mimeType};base64,${bytes.toString('base64')}`;
      const what = `An embedded picture was left out: ${why}`;
      this.#context.report.add('post', postId, what, before);
      return undefined;
    };
    if (!Object.hasOwn(PICTURE_TYPES, type)) return refuse('its type is not accepted.');
    if (bytes.length > MAX_PICTURE_BYTES.post) return refuse('it is larger than 10 MB.');
    const name = fileName(postId, number, type);
    if (this.#dryRun) return urlOf(name, this.#env.storage);
    try {
      const record = await storePicture(this.#env, { name, type, bytes, at: this.#context.now });
      found.push(record);
      return record.url;
    } catch (error) {
      if (error instanceof ApiError && error.statusCode < 500) return refuse(error.message);
      throw error;
    }
  }
}

/** Returns the type of a picture file by its name. */
export function typeOfName(name: string): PictureType | undefined {
  const ending = name.split('.').at(-1);
  const types = Object.entries(PICTURE_TYPES) as [PictureType, string][];
  return types.find(([, own]) => own === ending)?.[0];
}

/** The same post always gets the same names, so that importing it again writes no second files. */
function fileName(postId: string, number: number, type: PictureType): string {
  const seconds = Number.parseInt(/^[0-9a-f]{8}/i.exec(postId)?.[0] ?? '', 16);
  const time = Number.isFinite(seconds) ? seconds * 1000 : 1;
  return `${String(time).padStart(13, '0')}-${safeName(`${postId}-${number}`, type)}`;
}
