import type { SearchRow } from '../../../db/queries/search.ts';
import type { Bytes } from '../../answer-cache.ts';
import type { Picture } from '../../contract/posts.ts';
import { contentPage, listJson } from '../../http/content-page.ts';
import { toPost } from '../../post-fields/serialize.ts';

/** A search for the search thread. */
export interface SearchTask {
  sql: string;
  params: unknown[];
  withPictures: boolean;
  /** The requested number of posts. */
  limit: number;
}

type Found = SearchRow & { id: string };

/**
 * Returns the response of `getposts` for the rows of a search. Runs on the search thread, without
 * Drizzle. `readContent` reads a long content.
 */
export async function searchAnswer(
  rows: readonly SearchRow[],
  { withPictures, limit }: Pick<SearchTask, 'withPictures' | 'limit'>,
  readContent: (id: string) => string | undefined | Promise<string | undefined>,
): Promise<Bytes> {
  const found = rows.filter((row): row is Found => row.id !== null);
  const posts = await contentPage(found, {
    limit,
    readContent,
    toRecord: (row, content) => toPost({ ...row, ...timesOf(row), content }),
  });
  return listJson('posts', posts, {
    totalPosts: rows[0]?.total ?? 0,
    lastMonthPosts: rows[0]?.lastMonth ?? 0,
    ...(withPictures && { pictures: picturesOf(found.slice(0, posts.length)) }),
  });
}

const timesOf = ({ createdAt, updatedAt }: SearchRow) => ({
  createdAt: new Date(createdAt),
  updatedAt: new Date(updatedAt),
});

function picturesOf(rows: readonly Found[]): Picture[] {
  const pictures = new Map<string, Picture>();
  for (const { image, width, height, widths } of rows) {
    if (width === null || height === null || widths === null) continue;
    pictures.set(image, { url: image, width, height, widths: JSON.parse(widths) as number[] });
  }
  return [...pictures.values()];
}
