import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/sqlite-core';
import type { Db } from '../client.ts';
import { documents, pages, published } from '../schema.ts';
import { firstFree } from './free-slug.ts';
import type { PostRow } from './posts.ts';
import { takenSlugs } from './posts-table.ts';

/** Returns the public page at a path. */
export async function findPage(db: Db, path: string): Promise<PostRow | undefined> {
  const [row] = await db.select().from(pages).where(eq(pages.slug, path));
  return row;
}

/** Returns all public pages, by path. */
export async function listPages(
  db: Db,
): Promise<Pick<PostRow, 'slug' | 'noindex' | 'updatedAt'>[]> {
  const { slug, noindex, updatedAt } = pages;
  return await db.select({ slug, noindex, updatedAt }).from(pages).orderBy(asc(slug));
}

/** Returns the id and the stored slug of the public post or page with this stored slug. */
export async function findPublished(
  db: Db,
  slug: string,
): Promise<Pick<PostRow, 'id' | 'slug'> | undefined> {
  const { id } = published;
  const [row] = await db
    .select({ id, slug: published.slug })
    .from(published)
    .where(eq(published.slug, slug));
  return row;
}

/** Longest path of a page: that of the longest slug, with its slash. */
const MAX_PATH_LENGTH = 81;

/** Returns whether another page, or the draft of one, has this path. */
export async function isPathTaken(db: Db, path: string, own: string): Promise<boolean> {
  return (await findTaken(db, [path], own)).length > 0;
}

/** Returns whether the page with this path is in the trash. */
export async function isPathInTrash(db: Db, path: string): Promise<boolean> {
  const isPage = and(eq(documents.kind, 'page'), eq(documents.slug, path));
  return (await db.$count(documents, and(isPage, eq(documents.status, 'trashed')))) > 0;
}

/** Returns the first path of `/now`, `/now-2`, `/now-3`… that no other page has. */
export async function uniquePath(tx: Db, base: string, own: string): Promise<string> {
  return await firstFree(
    base,
    async (wanted) => new Set((await findTaken(tx, wanted, own)).map(({ slug }) => slug)),
    MAX_PATH_LENGTH,
  );
}

async function findTaken(db: Db, paths: string[], own: string): Promise<{ slug: string }[]> {
  const isDraft = and(eq(documents.kind, 'page'), inArray(documents.slug, paths));
  const drafts = db
    .select({ slug: documents.slug })
    .from(documents)
    .where(and(isDraft, ne(documents.id, own)));
  return await unionAll(takenSlugs(db, paths, own), drafts);
}
