import { listMissedSearches } from '../../db/queries/missed-searches.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { mostViewed, topReferrers, viewsByDay } from '../../db/queries/views.ts';
import { can } from '../access/permissions.ts';
import type { DayViews, ViewDays, ViewStats } from '../contract/views.ts';
import { readDocument, requireOwn } from '../documents/write.ts';
import { ForbiddenError } from '../errors.ts';
import type { Services } from '../services.ts';
import { readOwnerSettings } from '../settings/owner-settings.ts';
import { DAY_MS, dayOf } from '../views/counter.ts';

/** Number of posts and sites in the lists below the chart. */
const TOP = 8;
const MISSED = 100;

/**
 * Returns the views of the site, or of one post, in the last `days` days. Throws a ForbiddenError
 * or NotFoundError.
 */
export async function readViews(
  { database, now }: Pick<Services, 'database' | 'now'>,
  user: UserRow,
  { days, postId }: { days: ViewDays; postId?: string | undefined },
): Promise<ViewStats> {
  if (postId !== undefined) {
    requireOwn(user, 'stats.read', await readDocument({ database }, user, postId));
  } else if (!can(user, 'stats.read')) {
    throw new ForbiddenError(
      'Only editors and administrators may see the views of the whole site.',
    );
  }
  const { read } = database;
  const from = dayOf(now()) - days + 1;
  const isSite = postId === undefined;
  const [settings, counts, posts, referrers, missed] = await Promise.all([
    readOwnerSettings(read),
    viewsByDay(read, from, postId),
    isSite ? mostViewed(read, from, TOP) : [],
    isSite ? topReferrers(read, from, TOP) : [],
    isSite ? listMissedSearches(read, MISSED) : [],
  ]);
  const byDay = Array.from({ length: days }, (_, index): DayViews => {
    const day = from + index;
    const name = new Date(day * DAY_MS).toISOString().slice(0, 10);
    return { day: name, views: counts.get(day) ?? 0 };
  });
  const total = byDay.reduce((sum, { views }) => sum + views, 0);
  return { on: settings.countViews, days: byDay, total, posts, referrers, missed };
}
