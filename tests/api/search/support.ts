import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CardPost } from '../../../api/contract/posts.ts';
import type { SearchEntry } from '../../../api/contract/search.ts';
import { INDEX_PATH } from '../../../api/contract/search.ts';
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
    card: cardWith({ slug: row.slug, title: row.title, category: row.category }),
  };
}

/** A card with these values, and defaults that no test looks at. */
export function cardWith(values: Partial<CardPost>): CardPost {
  const createdAt = '2025-01-05T00:00:00.000Z';
  const defaults = { slug: 'post', category: 'uncategorized', image: '', createdAt };
  return { ...defaults, title: 'Post', preview: '', minutes: 1, ...values };
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
