import { Hono } from 'hono';
import { z } from 'zod';
import { body, query } from '../http/body.ts';
import type { SignedInEnv } from '../http/context.ts';
import { may } from '../http/guards.ts';
import { choice, given, paging } from '../http/paging.ts';
import { imageAlt } from '../post-fields/input.ts';
import type { Services } from '../services.ts';
import { changeAlt, deleteUnused } from './change.ts';
import { listMedia } from './list.ts';

const DEFAULT_LIMIT = 24;
const mediaQuery = z.object({
  ...paging(DEFAULT_LIMIT),
  searchTerm: given,
  unused: choice('unused', ['1']),
});
const url = z.string('url must be the address of the picture.').max(2000);

/** `/api/media`: the uploaded pictures and their uses. */
export function mediaRoutes(services: Services) {
  return new Hono<SignedInEnv>()
    .get('/getpictures', may('media.list'), query(mediaQuery), async (c) =>
      c.json(await listMedia(services, c.var.user, c.req.valid('query'))),
    )
    .put('/alt', may('media.change'), body(z.object({ url, alt: imageAlt })), async (c) => {
      await changeAlt(services, c.var, c.req.valid('json'));
      return c.json({ success: true, message: 'The description has been saved.' });
    })
    .delete('/delete', may('media.change'), body(z.object({ url })), async (c) => {
      await deleteUnused(services, c.var, c.req.valid('json').url);
      return c.json({ success: true, message: 'The picture has been deleted.' });
    });
}
