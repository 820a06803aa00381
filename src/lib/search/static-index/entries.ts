import { isPageSlug } from '../../../../api/contract/addresses.ts';
import type { CardPost } from '../../../../api/contract/posts.ts';
import {
  type FoundPost,
  type IndexedTag,
  PAGE_CATEGORY,
  type SearchEntry,
} from '../../../../api/contract/search.ts';
import { findCategoryLabels } from '../../../../db/queries/categories.ts';
import type { PostRow } from '../../../../db/queries/posts.ts';
import { listPostStates, listPostsById, type PostRange } from '../../../../db/queries/search.ts';
import { findUsernames } from '../../../../db/queries/search-names.ts';
import { findSeriesOfAll } from '../../../../db/queries/series.ts';
import { findTagsOfAll } from '../../../../db/queries/tags.ts';
import type { StoredTag } from '../../../../db/schema.ts';
import { cardsOf, database, uploadsAmong } from '../../data.ts';
import { countCharacters } from '../../reading-time.ts';
import { postWords } from './encode.ts';

/** Posts in memory at a time: their contents may be long. */
const BATCH = 50;

/** Returns the posts of a range or with these ids as the search index holds them, oldest first. */
export async function searchEntries(which: PostRange | { ids: string[] }): Promise<SearchEntry[]> {
  const db = await database();
  const ids = 'ids' in which ? which.ids : (await listPostStates(db, which)).map(({ id }) => id);
  const entries: SearchEntry[] = [];
  for (let first = 0; first < ids.length; first += BATCH) {
    const batch = ids.slice(first, first + BATCH);
    const [rows, tags, series] = await Promise.all([
      listPostsById(db, batch),
      findTagsOfAll(db, batch),
      findSeriesOfAll(db, batch),
    ]);
    const [pictures, labels, authors] = await Promise.all([
      uploadsAmong(rows.map(({ image }) => image)),
      findCategoryLabels(
        db,
        rows.map(({ category }) => category),
      ),
      findUsernames(
        db,
        rows.map(({ userId }) => userId),
      ),
    ]);
    const cards = cardsOf(
      rows.map((row) => ({
        ...cardRow(row),
        categoryLabel: labels.get(row.category) ?? null,
        picture: pictures.get(row.image) ?? null,
      })),
    );
    entries.push(
      ...rows.map((row, index) => {
        // As in the API, searching for an author's name doesn't find pages.
        const author = isPageSlug(row.slug) ? undefined : authors.get(row.userId);
        const names = { author, series: series.get(row.id)?.title };
        return entryOf(row, { ...(cards[index] as CardPost), ...names }, tags.get(row.id) ?? []);
      }),
    );
  }
  return entries.sort((a, b) => a.at - b.at || a.seq - b.seq);
}

function entryOf(row: PostRow, card: FoundPost, stored: StoredTag[]): SearchEntry {
  const tags = stored.map(({ slug, label }): IndexedTag => [slug, label]);
  const names = [...tags.map(([, label]) => label), card.author ?? '', card.series ?? ''];
  return {
    id: row.id,
    seq: row.seq,
    version: row.version,
    at: row.createdAt.getTime(),
    category: isPageSlug(row.slug) ? PAGE_CATEGORY : row.category,
    tags,
    words: postWords(row.title, [row.text, ...names]),
    card: { ...card, ...(tags.length > 0 && { tags }) },
  };
}

/** Cuts the preview the way the database does for the cards of other lists. */
function cardRow({ content, text, ...row }: PostRow) {
  const preview = [...text.slice(0, 400)].slice(0, 101).join('');
  return { ...row, preview, contentLength: countCharacters(content) };
}
