import { and, asc, desc, gt, gte, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { posts } from '../schema.ts';
import { isNewer } from './posts.ts';
import { getSetting, lockSetting, setSetting } from './settings.ts';

/** Number of posts in "Recent Stories" (spec, section 9). */
export const STORIES = 3;

/**
 * Pages show the stories as of this time, unless the post changed later. So all nodes render the
 * same bytes at any time.
 */
export interface StoryTime {
  /** Milliseconds since 1970; 0 before the first release. */
  at: number;
  /** Hash of the stories at that time. */
  shown: string;
}

const KEY = 'stories';

/** Earlier versions stored two timestamps. Every page is rendered again after an upgrade. */
function parse(stored = '{}'): StoryTime {
  const { at = 0, shown = '' }: Partial<StoryTime> = JSON.parse(stored);
  return { at, shown };
}

export async function findStoryTime(db: Db): Promise<StoryTime> {
  return parse(await getSetting(db, KEY));
}

/**
 * Moves the time forward, unless another node has done so since `seenAt`. Returns the current time.
 */
export async function advanceStoryTime(
  tx: Db,
  seenAt: number,
  next: StoryTime,
): Promise<StoryTime> {
  const current = parse(await lockSetting(tx, KEY));
  if (current.at !== seenAt) return current;
  await setSetting(tx, KEY, JSON.stringify(next));
  return next;
}

/** Returns the time whose stories the page of a post shows. */
export function storyTimeOf({ updatedAt }: { updatedAt: Date }, { at }: StoryTime): Date {
  return new Date(Math.max(updatedAt.getTime(), at));
}

/**
 * Maximum number of pages rendered after a change of a post that they show. There are rarely any.
 */
const MAX_SHOWING = 50;

/**
 * Returns the slugs of posts that changed after the last `StoryTime` and show this one in their
 * stories, or might. A deleted post (`undefined`) may be in all of them.
 */
export async function listShowing(
  db: Db,
  post: { id: string; seq: number; createdAt: Date } | undefined,
  { at }: StoryTime,
): Promise<string[]> {
  const rows = await db
    .select({ slug: posts.slug })
    .from(posts)
    .where(and(gt(posts.updatedAt, new Date(at)), post && isShowing(db, post)))
    .orderBy(desc(posts.updatedAt))
    .limit(MAX_SHOWING);
  return rows.map(({ slug }) => slug);
}

/**
 * Changed after the post was created, and before the fourth newer one was created: one of the newer
 * ones may be the page's own.
 */
function isShowing(db: Db, post: { id: string; seq: number; createdAt: Date }): SQL | undefined {
  const fourth = db
    .select({ createdAt: posts.createdAt })
    .from(posts)
    .where(isNewer(post))
    .orderBy(asc(posts.createdAt), asc(posts.seq))
    .limit(1)
    .offset(STORIES);
  return and(
    ne(posts.id, post.id),
    gte(posts.updatedAt, post.createdAt),
    sql`${posts.updatedAt} < coalesce(${fourth}, ${Number.MAX_SAFE_INTEGER})`,
  );
}
