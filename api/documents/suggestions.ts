import type { Db } from '../../db/client.ts';
import {
  findLastPosition,
  listDocumentSeries,
  listLastPositions,
  listSeries,
} from '../../db/queries/series.ts';
import { listDocumentTags, listTags, type UsedTag } from '../../db/queries/tags.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { normalForm } from '../../db/words.ts';
import { can } from '../access/permissions.ts';
import { seriesSlug } from '../post-fields/series.ts';
import { tagSlug } from '../post-fields/tags.ts';

/** Authors get suggestions only from their own drafts. */
const ownOf = (user: UserRow) => (can(user, 'document.write') ? undefined : user.id);

/** Returns the tags of public posts and of documents. `posts` counts public posts. */
export async function listUsedTags(db: Db, user: UserRow): Promise<UsedTag[]> {
  const [used, drafted] = await Promise.all([listTags(db), listDocumentTags(db, ownOf(user))]);
  const labels = drafted.flat().map(({ label }) => label);
  return withDrafted(used, labels, tagSlug);
}

/** Returns the series of public posts and of documents. */
export async function listUsedSeries(db: Db, user: UserRow) {
  const [used, titles] = await Promise.all([listSeries(db), listDocumentSeries(db, ownOf(user))]);
  const labeled = used.map(({ title, ...others }) => ({ label: title, ...others }));
  const all = withDrafted(labeled, titles, seriesSlug);
  return all.map(({ slug, label, posts }) => ({ slug, title: label, posts }));
}

/** Adds labels that only documents have, each with a unique slug. Sorts by label. */
function withDrafted(
  used: readonly UsedTag[],
  drafted: readonly string[],
  slugFor: (label: string) => string,
): UsedTag[] {
  const byKey = new Map(used.map((tag) => [normalForm(tag.label), tag]));
  const slugs = new Set(used.map(({ slug }) => slug));
  for (const label of drafted.toSorted()) {
    const key = normalForm(label);
    if (byKey.has(key)) continue;
    const base = slugFor(label);
    let slug = base;
    for (let n = 2; slugs.has(slug); n++) slug = `${base}-${n}`;
    slugs.add(slug);
    byKey.set(key, { slug, label, posts: 0 });
  }
  return [...byKey.values()].toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
}

/** Returns all spellings of a tag in documents. The tag is given by its slug or label. */
export async function formsOfTag(db: Db, user: UserRow, slugOrLabel: string): Promise<string[]> {
  const [used, drafted] = await Promise.all([
    listUsedTags(db, user),
    listDocumentTags(db, ownOf(user)),
  ]);
  const wanted = slugOrLabel.toLowerCase();
  const label = used.find(({ slug }) => slug === wanted)?.label ?? slugOrLabel;
  const key = normalForm(label);
  const labels = new Set([label, ...drafted.flat().map((tag) => tag.label)]);
  return [...labels].filter((form) => normalForm(form) === key);
}

/** Returns the position after the series' last public post and the user's last visible draft. */
export async function nextPosition(tx: Db, user: UserRow, title: string): Promise<number> {
  const [last, drafted] = await Promise.all([
    findLastPosition(tx, title),
    listLastPositions(tx, ownOf(user)),
  ]);
  const key = normalForm(title);
  const same = drafted.filter((series) => normalForm(series.title) === key);
  return Math.max(last, ...same.map((series) => series.last)) + 1;
}
