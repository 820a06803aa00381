import { Hono } from 'hono';
import { listMissingPaths } from '../../db/queries/path-redirects.ts';
import type { MissingPath } from '../contract/redirects.ts';
import { body, query } from '../http/body.ts';
import type { SignedInEnv } from '../http/context.ts';
import { may } from '../http/guards.ts';
import { POST_BODY } from '../http/read-body.ts';
import type { Services } from '../services.ts';
import { addRedirect, listRedirects, removeRedirect } from './change.ts';
import { exportRedirects, importRedirects } from './csv.ts';
import { importInput, redirectInput, redirectQuery } from './input.ts';

/** `/api/redirects`: redirects of any path, and the paths that weren't found. */
export function redirectRoutes(services: Services) {
  return new Hono<SignedInEnv>()
    .get('/', may('redirect.change'), query(redirectQuery), async (c) =>
      c.json(await listRedirects(services, c.req.valid('query'))),
    )
    .get('/missing', may('redirect.change'), async (c) => {
      const rows = await listMissingPaths(services.database.read);
      const missing = rows.map(
        (row): MissingPath => ({ ...row, lastAt: row.lastAt.toISOString() }),
      );
      return c.json({ missing });
    })
    .post('/', may('redirect.change'), body(redirectInput), async (c) =>
      c.json(await addRedirect(services, c.var, c.req.valid('json')), 201),
    )
    .get('/export', may('redirect.change'), async (c) => {
      const csv = await exportRedirects(services);
      // The download can take a while and must not count as a running call.
      c.env?.permit?.release();
      return c.body(csv, 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="redirects.csv"',
      });
    })
    .post('/import', may('redirect.change'), body(importInput, POST_BODY), async (c) =>
      c.json(await importRedirects(services, c.var, c.req.valid('json'))),
    )
    .delete('/:redirectId', may('redirect.change'), async (c) => {
      await removeRedirect(services, c.var, c.req.param('redirectId'));
      return c.json({ success: true, message: 'The redirect has been deleted.' });
    });
}
