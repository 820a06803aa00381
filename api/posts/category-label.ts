import type { Db } from '../../db/client.ts';
import {
  findCategoryLabels,
  isUsedByOthers,
  lockCategoryLabel,
  saveCategoryLabel,
} from '../../db/queries/categories.ts';
import type { PostRow } from '../../db/queries/posts.ts';
import { site } from '../../src/site.config.ts';
import { categorySlug } from '../contract/posts.ts';
import { startRelabel } from '../publish/relabel.ts';
import { slugOf } from './slug.ts';

/** Whether the text that was typed for a category can be its label. */
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
 * other posts use the category. Categories in the site's configuration keep their own label. If
 * other posts of the category had no label until now, they're published again in the background.
 * Call it in the transaction that wrote the post.
 */
export async function keepCategoryLabel(
  tx: Db,
  { id, category }: Pick<PostRow, 'id' | 'category'>,
  typed: string | undefined,
): Promise<void> {
  if (!isLabelOf(category, typed)) return;
  const current = await lockCategoryLabel(tx, category);
  if (current === typed) return;
  const isShared = await isUsedByOthers(tx, category, id);
  if (current !== undefined && isShared) return;
  await saveCategoryLabel(tx, category, typed);
  if (isShared) await startRelabel(tx, category);
}
