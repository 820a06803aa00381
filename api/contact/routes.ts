import { Hono } from 'hono';
import { body } from '../http/body.ts';
import type { ApiEnv } from '../http/context.ts';
import { createPuzzle } from '../puzzles/puzzle.ts';
import type { Services } from '../services.ts';
import { contactInput, sendMessage } from './send-message.ts';

/** `/api/contact`: messages from readers to the owner of the site. */
export function contactRoutes(services: Services) {
  return new Hono<ApiEnv>()
    .post('/challenge', async (c) => c.json(await createPuzzle(services, c.var.client.address)))
    .post('/', body(contactInput), async (c) => {
      await sendMessage(services, c.req.valid('json'), c.var.client.address);
      return c.json({ success: true, message: 'Thank you. Your message is on its way.' }, 202);
    });
}
