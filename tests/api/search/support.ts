import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { INDEX_PATH } from '../../../api/search/format.ts';
import type { SearchEntry } from '../../../api/search/types.ts';
import type { PostRow } from '../../../db/queries/posts.ts';
import { indexWords } from '../../../src/lib/search/encode.ts';
import {
  type FetchFile,
  openIndex,
  type StaticIndex,
} from '../../../src/lib/search/index-search.ts';

/** A post as the renderer gives it for the index; the card has no more than the tests look at. */
export function entryOf(row: PostRow): SearchEntry {
  return {
    id: row.id,
    seq: row.seq,
    version: row.version,
    at: row.createdAt.getTime(),
    category: row.category,
    words: indexWords(`${row.title} ${row.text}`),
    card: { slug: row.slug, title: row.title, category: row.category },
  };
}

/** The index of a site folder, read as a browser reads it. `loaded` lists the files that it asked for. */
export function indexOnDisk(siteRoot: string): StaticIndex & { loaded: string[] } {
  const loaded: string[] = [];
  const fetchFile: FetchFile = async (name) => {
    loaded.push(name);
    return new Uint8Array(await readFile(join(siteRoot, INDEX_PATH, name)));
  };
  return { ...openIndex(fetchFile), loaded };
}
