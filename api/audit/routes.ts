import { Hono } from 'hono';
import { query } from '../http/body.ts';
import type { ApiEnv } from '../http/context.ts';
import { may } from '../http/guards.ts';
import type { Services } from '../services.ts';
import { auditCsv } from './csv.ts';
import { auditQuery, listEntries } from './list.ts';

/** `/api/audit`: who changed what. */
export function auditRoutes(services: Services) {
  return new Hono<ApiEnv>().get('/', may('audit.read'), query(auditQuery), async (c) => {
    const { format, ...wanted } = c.req.valid('query');
    if (format !== 'csv') return c.json(await listEntries(services, wanted));
    const day = services.now().toISOString().slice(0, 10);
    const csv = await auditCsv(services.database.read, wanted);
    // The download can take a while and must not count as a running call.
    c.env?.permit?.release();
    return c.body(csv, 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="audit-log-${day}.csv"`,
    });
  });
}
