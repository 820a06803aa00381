import type { Db } from '../../db/client.ts';
import {
  findCategoryLabeled,
  findCategoryLabels,
  findNeighbor,
  findTakenCategories,
  hasOtherAuthors,
  isUsedByOthers,
  listInCategory,
  lockCategoryLabel,
  saveCategoryLabel,
} from '../../db/queries/categories.ts';
import type { NewChange } from '../../db/queries/changes.ts';
import { firstFree } from '../../db/queries/free-slug.ts';
import type { PostRow } from '../../db/queries/posts.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { can } from '../access/permissions.ts';
import { CATEGORY_SLUG, categorySlug } from '../contract/posts.ts';
import { readSite } from '../site/read-site.ts';
import { slugOf } from './slug.ts';

const MAX_LENGTH = 40;

/** Returns whether a label is romanized for its slug. */
const isRomanized = (label: string) => !CATEGORY_SLUG.test(categorySlug(label));

/** Returns the text typed for a category if it can be its label. */
async function labelFor(
  db: Db,
  category: string,
  typed: string | undefined,
): Promise<string | undefined> {
  if (typed === undefined || typed === category) return undefined;
  if (!isSpelling(category, typed)) return undefined;
  const { site } = await readSite(db);
  return site.categories.some(({ slug }) => slug === category) ? undefined : typed;
}

function isSpelling(category: string, typed: string): boolean {
  // Imports transliterate: "Café" is `cafe`.
  const slug = slugOf(typed).slice(0, MAX_LENGTH);
  if ([categorySlug(typed), slug].includes(category)) return true;
  // The number distinguishes categories with the same romanization.
  return isRomanized(typed) && category.replace(/-\d+$/, '') === slug;
}

/**
 * Returns the category for the typed text. If labels have the same romanization, such as 历史 and
 * 理事, the second category gets a number. Call it in the transaction that writes the post.
 */
export async function resolveCategory(
  tx: Db,
  { id, category }: Pick<PostRow, 'id' | 'category'>,
  typed: string | undefined,
): Promise<string> {
  const own = await labelFor(tx, category, typed);
  if (own === undefined || !isRomanized(own)) return category;
  const same = await findCategoryLabeled(tx, own);
  if (same !== undefined) return same;
  const label = (await findCategoryLabels(tx, [category])).get(category);
  if (label === undefined || !(await isUsedByOthers(tx, category, id))) return category;
  return await firstFree(category, (wanted) => findTakenCategories(tx, wanted), MAX_LENGTH);
}

/** Returns the label that a draft's category would have. */
export async function draftLabel(
  db: Db,
  category: string,
  typed: string | undefined,
): Promise<string | undefined> {
  const own = await labelFor(db, category, typed);
  // When the post is published, its label gets its own category, even if another label romanizes
  // the same.
  if (own !== undefined && isRomanized(own)) return own;
  return (await findCategoryLabels(db, [category])).get(category) ?? own;
}

/**
 * Stores the label that an author typed for the category of a post. The first label stays while
 * other posts use the category. Categories in the site's settings keep their own label. A
 * label of another category isn't stored. A category without a label but with posts by others stays
 * without one, unless `user` may change those posts. Call it in the transaction that wrote the
 * post. Returns the bulk changes to record there: the category's other posts, if they had no label
 * before.
 */
export async function keepCategoryLabel(
  tx: Db,
  { id, category }: Pick<PostRow, 'id' | 'category'>,
  typed: string | undefined,
  user?: Pick<UserRow, 'id' | 'role'>,
): Promise<NewChange[]> {
  const label = await labelFor(tx, category, typed);
  if (label === undefined) return [];
  const current = await lockCategoryLabel(tx, category);
  if (current === label) return [];
  const labeled = await findCategoryLabeled(tx, label);
  if (labeled !== undefined && labeled !== category) return [];
  const isShared = await isUsedByOthers(tx, category, id);
  if (current !== undefined && isShared) return [];
  const isLimited = user !== undefined && !can(user, 'document.write');
  if (isLimited && (await hasOtherAuthors(tx, category, user.id))) return [];
  await saveCategoryLabel(tx, { slug: category, label, isNew: current === undefined });
  if (!isShared) return [];
  const others = (await listInCategory(tx, category)).filter((post) => post.id !== id);
  return others.map((post) => ({ action: 'publish', postId: post.id, slug: post.slug }));
}

/**
 * Returns the bulk change to record when a post changes category: one of its neighbors in the old
 * category, so that its list pages are rewritten. If no post is left there, the pages are deleted
 * (`removeFormerLists` in api/publish/files.ts).
 */
export async function changesOfFormerCategory(
  tx: Db,
  before: Pick<PostRow, 'category'>,
  after: Pick<PostRow, 'id' | 'category' | 'createdAt' | 'seq'>,
): Promise<NewChange[]> {
  if (before.category === after.category) return [];
  const neighbor = await findNeighbor(tx, before.category, after);
  return neighbor ? [{ action: 'publish', postId: neighbor.id, slug: neighbor.slug }] : [];
}
