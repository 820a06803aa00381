import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Picture } from '../../api/contract/posts.ts';
import { variantUrl } from '../lib/pictures.ts';

/** Wide enough for the height of a share picture. */
const MIN_WIDTH = 960;
const TIMEOUT_MS = 5_000;

/**
 * Returns an upload for a share picture: a variant, which we made ourselves, so nothing from
 * outside is decoded. `undefined` if the upload has no variants, or if the file was deleted.
 *
 * Throws if the file can't be read now. A share picture is kept forever, so it mustn't be drawn
 * without its cover because of a timeout.
 *
 * @param uploads the folder of uploads that aren't in a bucket
 */
export async function readCover(
  { url, widths }: Pick<Picture, 'url' | 'widths'>,
  uploads: string,
): Promise<Buffer | undefined> {
  const width = widths.find((each) => each >= MIN_WIDTH) ?? widths.at(-1);
  if (width === undefined) return undefined;
  const variant = variantUrl(url, width, 'webp');
  const isLocal = variant.startsWith('/uploads/');
  return isLocal ? readLocal(join(uploads, variant.slice('/uploads/'.length))) : download(variant);
}

async function readLocal(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

async function download(url: string): Promise<Buffer | undefined> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (response.ok) return Buffer.from(await response.arrayBuffer());
  // A bucket that can't be listed answers 403 if a file is missing.
  if ([403, 404, 410].includes(response.status)) return undefined;
  throw new Error(`${url}: ${response.status}`);
}
