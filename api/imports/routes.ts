import { Hono } from 'hono';
import { body, optionalBody, query } from '../http/body.ts';
import type { SignedInEnv } from '../http/context.ts';
import { may } from '../http/guards.ts';
import { readBody } from '../http/read-body.ts';
import { onlyPassword, withPassword } from '../passwords/with-password.ts';
import type { Services } from '../services.ts';
import { importInput, pieceQuery, reportQuery } from './input.ts';
import { beginImport, publishImport, readImport, removeImport } from './manage.ts';
import { readReport } from './report.ts';
import { PIECE_BODY, receivePiece, requirePlace } from './upload.ts';

/** `/api/imports`: the import of the site, from its upload until it's public or thrown away. */
export function importRoutes(services: Services) {
  const proof = withPassword(services);
  return new Hono<SignedInEnv>()
    .get('/', may('import.manage'), async (c) => c.json(await readImport(services)))
    .post('/', may('import.manage'), body(importInput), proof, async (c) =>
      c.json({ job: await beginImport(services, c.var, c.req.valid('json')) }, 201),
    )
    .put('/upload', may('import.manage'), query(pieceQuery), async (c) => {
      const { offset } = c.req.valid('query');
      await requirePlace(services, offset);
      // The sender decides how long this takes.
      c.env?.permit?.release();
      const bytes = await readBody(c.req.raw, c.var.client.address, PIECE_BODY);
      await c.env?.permit?.reacquire();
      return c.json(await receivePiece(services, c.var, { offset, bytes }));
    })
    .get('/report', may('import.manage'), query(reportQuery), async (c) =>
      c.json(await readReport(services, c.req.valid('query'))),
    )
    .post('/publish', may('import.manage'), optionalBody(onlyPassword), proof, async (c) =>
      c.json({ job: await publishImport(services, c.var) }, 202),
    )
    .delete('/', may('import.manage'), async (c) => {
      await removeImport(services, c.var);
      return c.json({ success: true, message: 'The import has been thrown away.' });
    });
}
