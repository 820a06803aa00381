import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { categories, posts } from '../schema.ts';
import { normalForm } from '../words.ts';
import { findLabel } from './labels.ts';
import { forUpdate, partsOf } from './query.ts';

/** A category in use. `label` is `null` if no author typed one that differs from the slug. */
export interface UsedCategory {
  slug: string;
  label: string | null;
}

/** Returns the categories that posts use, sorted by slug. */
export async function listCategories(db: Db): Promise<UsedCategory[]> {
  const used = await db
    .selectDistinct({ slug: posts.category })
    .from(posts)
    .orderBy(asc(posts.category));
  const slugs = used.map(({ slug }) => slug);
  const labels = await findCategoryLabels(db, slugs);
  return slugs.map((slug) => ({ slug, label: labels.get(slug) ?? null }));
}

/** Returns the stored labels of these categories, by slug. */
export async function findCategoryLabels(
  db: Db,
  slugs: Iterable<string>,
): Promise<Map<string, string>> {
  const labels = new Map<string, string>();
  for (const part of partsOf([...new Set(slugs)])) {
    const rows = await db.select().from(categories).where(inArray(categories.slug, part));
    for (const { slug, label } of rows) labels.set(slug, label);
  }
  return labels;
}

/** Returns a stored label, and locks it until the end of the transaction. */
export async function lockCategoryLabel(tx: Db, slug: string): Promise<string | undefined> {
  const [row] = await forUpdate(tx.select().from(categories).where(eq(categories.slug, slug)));
  return row?.label;
}

/** A row with the stored label of its category. */
export type Labeled<T> = T & { categoryLabel?: string | undefined };

/** Adds the stored labels of their categories to posts. */
export async function withCategoryLabels<T extends { category: string }>(
  db: Db,
  rows: readonly T[],
): Promise<Labeled<T>[]> {
  const labels = await findCategoryLabels(
    db,
    rows.map(({ category }) => category),
  );
  return rows.map((row) => ({ ...row, categoryLabel: labels.get(row.category) }));
}

/**
 * Stores a label. If another transaction has just inserted the same label, this violates a
 * constraint, and the transaction runs again.
 */
export async function saveCategoryLabel(
  tx: Db,
  { slug, label, isNew }: { slug: string; label: string; isNew: boolean },
): Promise<void> {
  const values = { label, key: normalForm(label) };
  if (isNew) await tx.insert(categories).values({ slug, ...values });
  else await tx.update(categories).set(values).where(eq(categories.slug, slug));
}

/** Returns the category whose label has the same normal form. */
export async function findCategoryLabeled(db: Db, label: string): Promise<string | undefined> {
  return await findLabel(db, categories, label);
}

/** Returns which of these slugs have a label or are the category of a post. */
export async function findTakenCategories(tx: Db, wanted: string[]): Promise<Set<string>> {
  const [labeled, used] = await Promise.all([
    findCategoryLabels(tx, wanted),
    tx.selectDistinct({ slug: posts.category }).from(posts).where(inArray(posts.category, wanted)),
  ]);
  return new Set([...labeled.keys(), ...used.map(({ slug }) => slug)]);
}

export async function isUsedByOthers(db: Db, category: string, postId: string): Promise<boolean> {
  const isOther = and(eq(posts.category, category), ne(posts.id, postId));
  const found = await db.select({ id: posts.id }).from(posts).where(isOther).limit(1);
  return found.length > 0;
}

/** Returns whether a category has posts by other authors. */
export async function hasOtherAuthors(db: Db, category: string, userId: string): Promise<boolean> {
  const isOther = and(eq(posts.category, category), ne(posts.userId, userId));
  const found = await db.select({ id: posts.id }).from(posts).where(isOther).limit(1);
  return found.length > 0;
}

/** Returns the post next to a given one in a category, an older one if there is any. */
export async function findNeighbor(
  db: Db,
  category: string,
  { id, createdAt, seq }: { id: string; createdAt: Date; seq: number },
): Promise<{ id: string; slug: string } | undefined> {
  const isOther = and(eq(posts.category, category), ne(posts.id, id));
  const position = sql`(${createdAt.getTime()}, ${seq})`;
  const own = sql`(${posts.createdAt}, ${posts.seq})`;
  const select = () => db.select({ id: posts.id, slug: posts.slug }).from(posts);
  const [older] = await select()
    .where(and(isOther, sql`${own} < ${position}`))
    .orderBy(desc(posts.createdAt), desc(posts.seq))
    .limit(1);
  if (older) return older;
  const [oldest] = await select()
    .where(isOther)
    .orderBy(asc(posts.createdAt), asc(posts.seq))
    .limit(1);
  return oldest;
}

/** Returns which of these slugs are categories of posts. */
export async function listCategoriesAmong(db: Db, slugs: string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ slug: posts.category })
    .from(posts)
    .where(inArray(posts.category, slugs));
  return rows.map(({ slug }) => slug);
}

/** Returns the posts of a category, oldest first. */
export async function listInCategory(
  db: Db,
  category: string,
): Promise<{ id: string; slug: string }[]> {
  return await db
    .select({ id: posts.id, slug: posts.slug })
    .from(posts)
    .where(eq(posts.category, category))
    .orderBy(asc(posts.seq));
}
