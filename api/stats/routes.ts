import { Hono } from 'hono';
import { monthlyCounts } from '../../db/queries/stats.ts';
import type { ApiEnv } from '../http/context.ts';
import { may } from '../http/guards.ts';
import type { Services } from '../services.ts';

/** `/api/stats`: figures for the dashboard. */
export function statsRoutes({ database, now }: Pick<Services, 'database' | 'now'>) {
  return new Hono<ApiEnv>().get('/overview', may('site.operate'), async (c) =>
    c.json({ months: await monthlyCounts(database.read, now()) }),
  );
}
