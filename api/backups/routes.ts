import { Hono } from 'hono';
import type { SignedInEnv } from '../http/context.ts';
import { may } from '../http/guards.ts';
import type { Services } from '../services.ts';
import { deleteBackup, downloadBackup, listBackups, requestBackup } from './manage.ts';

/** `/api/backups`: scheduled backups. */
export function backupRoutes(services: Services) {
  return new Hono<SignedInEnv>()
    .get('/', may('backup.manage'), async (c) => c.json(await listBackups(services)))
    .post('/', may('backup.manage'), async (c) => c.json(await requestBackup(services, c.var), 202))
    .get('/:name', may('backup.manage'), async (c) => {
      const name = c.req.param('name');
      const { body, size } = await downloadBackup(services, c.var, name);
      const headers = {
        'Content-Type': 'application/gzip',
        'Content-Length': String(size),
        'Content-Disposition': `attachment; filename="${name}"`,
      };
      if (c.req.method === 'HEAD') {
        await body.cancel();
        return c.body(null, 200, headers);
      }
      c.var.client.report('backup.download', { userId: c.var.user.id });
      // The download can take a while and must not count as a running call.
      c.env?.permit?.release();
      return c.body(body, 200, headers);
    })
    .delete('/:name', may('backup.manage'), async (c) => {
      await deleteBackup(services, c.var, c.req.param('name'));
      return c.json({ success: true, message: 'The backup has been deleted.' });
    });
}
