import type { Db } from '../../db/client.ts';
import {
  findCategoryLabels,
  hasOtherAuthors,
  isUsedByOthers,
  listInCategory,
  lockCategoryLabel,
  saveCategoryLabel,
} from '../../db/queries/categories.ts';
import type { NewChange } from '../../db/queries/changes.ts';
import type { PostRow } from '../../db/queries/posts.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { site } from '../../src/site.config.ts';
import { can } from '../access/permissions.ts';
import { categorySlug } from '../contract/posts.ts';
import { slugOf } from './slug.ts';

/** Returns whether the text typed for a category can be its label. */
function isLabelOf(category: string, typed: string | undefined): typed is string {
  if (typed === undefined || typed === category) return false;
  if (site.categories.some(({ slug }) => slug === category)) return false;
  // Imports transliterate: "Café" is `cafe`.
  return [categorySlug(typed), slugOf(typed).slice(0, 40)].includes(category);
}

/** Returns the label that a draft's category would have. */
export async function draftLabel(
  db: Db,
  category: string,
  typed: string | undefined,
): Promise<string | undefined> {
  const stored = (await findCategoryLabels(db, [category])).get(category);
  return stored ?? (isLabelOf(category, typed) ? typed : undefined);
}

/**
 * Stores the label that an author typed for the category of a post. The first label stays while
 * other posts use the category. Categories in the site's configuration keep their own label. A
 * category without a label but with posts by others stays without one, unless `user` may change
 * those posts. Call it in the transaction that wrote the post. Returns the bulk changes to record
 * there: the category's other posts, if they had no label before.
 */
export async function keepCategoryLabel(
  tx: Db,
  { id, category }: Pick<PostRow, 'id' | 'category'>,
  typed: string | undefined,
  user?: Pick<UserRow, 'id' | 'role'>,
): Promise<NewChange[]> {
  if (!isLabelOf(category, typed)) return [];
  const current = await lockCategoryLabel(tx, category);
  if (current === typed) return [];
  const isShared = await isUsedByOthers(tx, category, id);
  if (current !== undefined && isShared) return [];
  const isLimited = user !== undefined && !can(user, 'document.write');
  if (isLimited && (await hasOtherAuthors(tx, category, user.id))) return [];
  await saveCategoryLabel(tx, category, typed);
  if (!isShared) return [];
  const others = (await listInCategory(tx, category)).filter((post) => post.id !== id);
  return others.map((post) => ({ action: 'publish', postId: post.id, slug: post.slug }));
}
