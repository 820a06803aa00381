import type { CardPost } from '../../../api/contract/posts.ts';
import type { SearchEntry } from '../../../api/contract/search.ts';
import type { PostRow } from '../../../db/queries/posts.ts';
import { postWords } from '../../../src/lib/search/static-index/encode.ts';

export type EntrySource = Pick<
  PostRow,
  'id' | 'seq' | 'version' | 'slug' | 'title' | 'category' | 'text' | 'createdAt'
>;

/** A post as the renderer returns it for the index. */
export function entryOf(row: EntrySource, tags: SearchEntry['tags'] = []): SearchEntry {
  return {
    id: row.id,
    seq: row.seq,
    version: row.version,
    at: row.createdAt.getTime(),
    category: row.category,
    tags,
    words: postWords(row.title, [row.text, ...tags.map(([, label]) => label)]),
    card: cardWith({ slug: row.slug, title: row.title, category: row.category }),
  };
}

/** A card with these values, and defaults that no test looks at. */
export function cardWith(values: Partial<CardPost>): CardPost {
  const createdAt = '2025-01-05T00:00:00.000Z';
  const defaults = { slug: 'post', category: 'uncategorized', image: '', createdAt };
  return { ...defaults, title: 'Post', preview: '', minutes: 1, ...values };
}
