import { Hono } from 'hono';
import { z } from 'zod';
import { monthlyCounts } from '../../db/queries/stats.ts';
import { VIEW_DAYS } from '../contract/views.ts';
import { body, query } from '../http/body.ts';
import type { ApiEnv } from '../http/context.ts';
import { may } from '../http/guards.ts';
import { given } from '../http/paging.ts';
import type { Services } from '../services.ts';
import { readChangelog } from './changelog.ts';
import { markSeen, readOverview } from './overview.ts';
import { readSystem } from './system.ts';
import { readViews } from './views.ts';

const [MONTH, YEAR] = VIEW_DAYS;
const DAYS = `days must be ${MONTH} or ${YEAR}.`;
const viewsQuery = z.object({
  days: z
    .enum([String(MONTH), String(YEAR)], DAYS)
    .default(String(MONTH))
    .transform((days) => (days === String(YEAR) ? YEAR : MONTH)),
  postId: given,
});
const seenInput = z.object({
  at: z.iso.datetime('at must be a time, such as 2026-01-05T09:00:00Z.'),
});

/** `/api/stats`: figures for the dashboard. */
export function statsRoutes(services: Pick<Services, 'database' | 'env' | 'now' | 'disk'>) {
  const { database, now } = services;
  return new Hono<ApiEnv>()
    .get('/overview', may('site.operate'), async (c) =>
      c.json({ months: await monthlyCounts(database.read, now()) }),
    )
    .get('/system', may('site.operate'), async (c) => c.json(await readSystem(services)))
    .get('/changelog', may('site.operate'), async (c) => c.json(await readChangelog()))
    .get('/views', may('stats.read'), query(viewsQuery), async (c) =>
      c.json(await readViews(services, c.var.user, c.req.valid('query'))),
    )
    .get('/desk', may('document.write'), async (c) =>
      c.json(await readOverview(services, c.var.user)),
    )
    .post('/seen', may('document.write'), body(seenInput), async (c) => {
      await markSeen(services, c.var, new Date(c.req.valid('json').at));
      return c.json({ success: true, message: 'Marked as seen.' });
    });
}
