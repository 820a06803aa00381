import { and, asc, desc, gt, gte, lt, ne, type SQL } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { posts } from '../schema.ts';
import { isNewer } from './posts.ts';
import { getSetting, lockSetting, setSetting } from './settings.ts';

/** The posts in "Recent Stories" (spec, section 9). */
export const STORIES = 3;

/**
 * Pages show the stories as they were at this time, unless the post changed later. All nodes render
 * the same bytes with it, whenever they render.
 */
export interface StoryTime {
  /** Milliseconds since 1970; 0 before the first release. */
  at: number;
  /** Only for posts created at this time or later, in milliseconds since 1970. */
  from: number;
  /** A hash of the stories at that time. */
  shown: string;
}

/** `newest` is moved forward often, `all` rarely, because writing every page again takes long. */
export type StoryTimes = Record<'newest' | 'all', StoryTime>;

const KEY = 'stories';
const UNSET: StoryTime = { at: 0, from: 0, shown: '' };

const parse = (stored: string | undefined): StoryTimes =>
  stored === undefined ? { newest: UNSET, all: UNSET } : JSON.parse(stored);

export async function findStoryTimes(db: Db): Promise<StoryTimes> {
  return parse(await getSetting(db, KEY));
}

/**
 * Moves one of the times forward, unless another node has done so since `seenAt`. Returns the times
 * that count now.
 */
export async function advanceStoryTime(
  tx: Db,
  name: keyof StoryTimes,
  seenAt: number,
  next: StoryTime,
): Promise<StoryTimes> {
  const times = parse(await lockSetting(tx, KEY));
  if (times[name].at !== seenAt) return times;
  const advanced = { ...times, [name]: next };
  await setSetting(tx, KEY, JSON.stringify(advanced));
  return advanced;
}

/** Returns the time whose stories the page of a post shows. */
export function storyTimeOf(
  { createdAt, updatedAt }: { createdAt: Date; updatedAt: Date },
  { newest, all }: StoryTimes,
): Date {
  const isNew = createdAt.getTime() >= newest.from;
  return new Date(Math.max(updatedAt.getTime(), all.at, isNew ? newest.at : 0));
}

/**
 * Pages written again after a change of a post that they show. Only a bound; there are rarely any.
 */
const MAX_SHOWING = 50;

/**
 * Returns the slugs of posts that were changed after the last `StoryTime` and show this one among
 * their stories. A deleted post (`undefined`) may be on all of them.
 */
export async function listShowing(
  db: Db,
  post: { id: string; seq: number; createdAt: Date } | undefined,
  { all }: StoryTimes,
): Promise<string[]> {
  const rows = await db
    .select({ slug: posts.slug })
    .from(posts)
    .where(and(gt(posts.updatedAt, new Date(all.at)), post && (await isShowing(db, post))))
    .orderBy(desc(posts.updatedAt))
    .limit(MAX_SHOWING);
  return rows.map(({ slug }) => slug);
}

/** Changed after the post was created, and before the third newer one was. */
async function isShowing(
  db: Db,
  post: { id: string; seq: number; createdAt: Date },
): Promise<SQL | undefined> {
  const [third] = await db
    .select({ createdAt: posts.createdAt })
    .from(posts)
    .where(isNewer(post))
    .orderBy(asc(posts.createdAt), asc(posts.seq))
    .limit(1)
    .offset(STORIES - 1);
  return and(
    ne(posts.id, post.id),
    gte(posts.updatedAt, post.createdAt),
    third && lt(posts.updatedAt, third.createdAt),
  );
}
