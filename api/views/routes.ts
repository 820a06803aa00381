import { Hono } from 'hono';
import { isbot } from 'isbot';
import { z } from 'zod';
import { countedAs } from '../contract/pages.ts';
import { body } from '../http/body.ts';
import type { ApiContext, ApiEnv } from '../http/context.ts';
import type { Services } from '../services.ts';
import { ViewCounter } from './counter.ts';
import { countMissedSearch } from './missed-searches.ts';

const viewInput = z.object({
  path: z.string('path must be text.').max(300, 'path must have at most 300 characters.'),
  from: z
    .string('from must be text.')
    .max(300, 'from must have at most 300 characters.')
    .optional(),
});

const missedInput = z.object({
  searchTerm: z.string('searchTerm must be text.').max(200, 'searchTerm is too long.'),
});

/**
 * `/api/views`: reports that a page is being read. The response is the same whether or not the view
 * was counted: pages have no use for the reason, and bots shouldn't learn it.
 */
export function viewRoutes(services: Services) {
  // Functions and tests have no process that could write later.
  const counter = services.views ?? new ViewCounter(services, { atOnce: true });
  return new Hono<ApiEnv>()
    .post('/', body(viewInput), async (c) => {
      const { path, from = '' } = c.req.valid('json');
      const slug = countedAs(path);
      const userAgent = c.req.header('User-Agent') ?? '';
      if (slug !== undefined && mayCount(c, userAgent)) {
        await counter.count({ slug, from, address: c.var.client.address, userAgent });
      }
      return c.body(null, 204);
    })
    .post('/missed-search', body(missedInput), async (c) => {
      const { searchTerm } = c.req.valid('json');
      // Not checked: a client that lies can report any nonsense, which matches nothing anyway.
      if (mayCount(c, c.req.header('User-Agent') ?? '')) {
        await countMissedSearch(services, searchTerm, c.var.client.address);
      }
      return c.body(null, 204);
    });
}

/** Returns whether this is a person who hasn't opted out of tracking. */
function mayCount(c: ApiContext, userAgent: string): boolean {
  if (c.req.header('DNT') === '1' || c.req.header('Sec-GPC') === '1') return false;
  return userAgent !== '' && !isbot(userAgent);
}
