import type { Db } from '../../db/client.ts';
import {
  findLastPosition,
  listDocumentSeries,
  listLastPositions,
  listSeries,
} from '../../db/queries/series.ts';
import { listDocumentTags, listTags, type UsedTag } from '../../db/queries/tags.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { can } from '../access/permissions.ts';
import { seriesSlug } from '../post-fields/series.ts';

/** Authors get suggestions only from their own drafts. */
const ownOf = (user: UserRow) => (can(user, 'document.write') ? undefined : user.id);

/** Returns the tags of public posts and of documents. `posts` counts public posts. */
export async function listUsedTags(db: Db, user: UserRow): Promise<UsedTag[]> {
  const [used, drafted] = await Promise.all([listTags(db), listDocumentTags(db, ownOf(user))]);
  const bySlug = new Map(used.map((tag) => [tag.slug, tag]));
  for (const tag of drafted.flat()) {
    if (!bySlug.has(tag.slug)) bySlug.set(tag.slug, { ...tag, posts: 0 });
  }
  return [...bySlug.values()].toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
}

/** Returns the series of public posts and of documents. */
export async function listUsedSeries(db: Db, user: UserRow) {
  const [used, titles] = await Promise.all([listSeries(db), listDocumentSeries(db, ownOf(user))]);
  const bySlug = new Map(used.map((series) => [series.slug, series]));
  for (const title of titles) {
    const slug = seriesSlug(title);
    if (!bySlug.has(slug)) bySlug.set(slug, { slug, title, posts: 0 });
  }
  return [...bySlug.values()].toSorted((a, b) => a.title.localeCompare(b.title, 'en'));
}

/** Returns the position after the series' last public post and the user's last visible draft. */
export async function nextPosition(tx: Db, user: UserRow, slug: string): Promise<number> {
  const [last, drafted] = await Promise.all([
    findLastPosition(tx, slug),
    listLastPositions(tx, ownOf(user)),
  ]);
  const same = drafted.filter(({ title }) => seriesSlug(title) === slug);
  return Math.max(last, ...same.map((series) => series.last)) + 1;
}
