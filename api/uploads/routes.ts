import { Hono } from 'hono';
import { z } from 'zod';
import { body } from '../http/body.ts';
import type { SignedInEnv } from '../http/context.ts';
import { signedIn } from '../http/guards.ts';
import { createLimiter, takePoint } from '../ratelimit/limiter.ts';
import type { Services } from '../services.ts';
import { beginUpload, checkUpload, completeUpload, receiveUpload, uploadInput } from './uploads.ts';

const completion = z.object({
  publicUrl: z.string('publicUrl must be the URL that the upload was given.'),
});

/**
 * `POST /api/upload` creates a slot, `PUT /api/upload/{name}` receives its bytes (local storage),
 * `POST /api/upload/complete` publishes an upload in the store (S3).
 */
export function uploadRoutes(services: Services) {
  const limiter = createLimiter(services, 'upload');
  return new Hono<SignedInEnv>()
    .post('/', signedIn, body(uploadInput), async (c) => {
      const wanted = c.req.valid('json');
      checkUpload(c.var.user, wanted);
      await takePoint(limiter, c.var.user.id, 'Too many uploads');
      return c.json(await beginUpload(services, c.var, wanted), 201);
    })
    .post('/complete', signedIn, body(completion), async (c) => {
      const picture = await completeUpload(services, c.var, c.req.valid('json').publicUrl);
      return c.json({ success: true, ...picture });
    })
    .put('/:name', signedIn, async (c) => {
      // The sender decides how long this takes, and decoding has its own queue.
      c.env?.permit?.release();
      const picture = await receiveUpload(services, c.var, {
        name: c.req.param('name'),
        body: c.req.raw.body,
        announced: Number(c.req.header('Content-Length') ?? 0),
      });
      return c.json({ success: true, ...picture }, 201);
    });
}
