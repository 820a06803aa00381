import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_PICTURE_BYTES, PICTURE_TYPES, type PictureType } from '../contract/uploads.ts';
import { ApiError } from '../errors.ts';
import { decodeInChild } from '../uploads/decode.ts';
import { safeName } from '../uploads/slots.ts';
import { createStorage, nameOf, urlOf } from '../uploads/storage.ts';
import { uploadsFolder, withTemporaryFile } from '../uploads/temporary.ts';
import { orDiskFull } from './failure.ts';
import type { ImportOptions } from './import.ts';
import type { Context, PictureRecord } from './records.ts';

/** A picture inside HTML, as rich-text editors write it where nothing uploads it. */
const EMBEDDED = /\bsrc=(["'])data:(image\/[a-z]+);base64,([A-Za-z0-9+/=\s]+)\1/gi;

/**
 * Makes files of the pictures that stand inside the HTML of posts: as text they would be dropped when it is
 * sanitized. In a dry run nothing is written.
 */
export function createPictureSaver({ env, dryRun = false }: ImportOptions, context: Context) {
  const folder = uploadsFolder(env);
  const storage = createStorage(env);

  /** Saves one and gives its record. Throws an ApiError for what is no picture. */
  async function save(name: string, type: PictureType, bytes: Buffer): Promise<PictureRecord> {
    return await withTemporaryFile(env, async (path) => {
      await mkdir(folder, { recursive: true });
      await writeFile(path, bytes);
      const made = await decodeInChild({ path, name, kind: 'post', type });
      await storage.save(made.files).catch((error: unknown) => {
        throw orDiskFull(error, folder);
      });
      const { files: _, ...picture } = made;
      const url = urlOf(name, env.storage);
      return { ...picture, url, userId: null, kind: 'post', createdAt: context.now.getTime() };
    });
  }

  return {
    /** Is the file of this record where pages would look for it? If not, that is reported. */
    async isHere({ url }: PictureRecord): Promise<boolean> {
      const name = nameOf(url, env.storage);
      const isHere =
        name !== undefined &&
        (!storage.throughServer ||
          (await access(join(folder, name)).then(
            () => true,
            () => false,
          )));
      if (!isHere) {
        const what = `Left out: there is no such file here. Copy the uploads folder (to ${folder}) before the import.`;
        context.report.add('picture', url, what);
      }
      return isHere;
    },

    /** Gives the post with addresses in the place of embedded pictures, and the records of these. */
    async takeOut(
      raw: Record<string, unknown>,
    ): Promise<{ raw: Record<string, unknown>; found: PictureRecord[] }> {
      const { content, _id: id } = raw;
      if (typeof content !== 'string' || !content.includes('base64,')) return { raw, found: [] };
      const found: PictureRecord[] = [];
      const parts: string[] = [];
      let from = 0;
      for (const match of content.matchAll(EMBEDDED)) {
        const [whole, , type = '', base64 = ''] = match;
        const n = parts.length + 1;
        parts.push(content.slice(from, match.index));
        from = match.index + whole.length;
        const bytes = Buffer.from(base64, 'base64');
        const url = await takeOne(String(id), n, type.toLowerCase(), bytes, found);
        parts.push(url === undefined ? 'src=""' : `src="${url}"`);
      }
      parts.push(content.slice(from));
      return { raw: { ...raw, content: parts.join('') }, found };
    },
  };

  async function takeOne(
    id: string,
    n: number,
    given: string,
    bytes: Buffer,
    found: PictureRecord[],
  ): Promise<string | undefined> {
    const type = (given === 'image/jpg' ? 'image/jpeg' : given) as PictureType;
    const refuse = (why: string) => {
      const before = `data:${given};base64,${bytes.toString('base64')}`;
      context.report.add('post', id, `A picture inside it has been left out: ${why}`, before);
      return undefined;
    };
    if (!Object.hasOwn(PICTURE_TYPES, type)) return refuse('not an accepted type.');
    if (bytes.length > MAX_PICTURE_BYTES.post) return refuse('larger than 10 MB.');
    // The same post gives the same names: a second import writes no second files.
    const stamp = Number.parseInt(/^[0-9a-f]{8}/i.exec(id)?.[0] ?? '', 16) * 1000;
    const time = String(Number.isFinite(stamp) ? stamp : 1).padStart(13, '0');
    const name = `${time}-${safeName(`${id}-${n}`, type)}`;
    if (dryRun) return urlOf(name, env.storage);
    try {
      const record = await save(name, type, bytes);
      found.push(record);
      return record.url;
    } catch (error) {
      if (error instanceof ApiError && error.statusCode < 500) return refuse(error.message);
      throw error;
    }
  }
}
