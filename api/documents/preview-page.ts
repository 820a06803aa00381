import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ApiEnv } from '../http/context.ts';
import type { Services } from '../services.ts';
import { renderPreview } from './preview.ts';

/** The address is a secret: no cache, search engine or other site gets to know it. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
};

/** `/preview/{secret}`: what a preview link shows, or the 404 page. */
export function previewRoutes(services: Services) {
  return new Hono<ApiEnv>().get('/preview/:secret', async (c) => {
    const shown = await renderPreview(services, c.req.param('secret'));
    const page = shown ?? (await services.publisher.render('/404'));
    const status = shown ? (page.status as ContentfulStatusCode) : 404;
    return c.body(new Uint8Array(page.body), status, {
      ...HEADERS,
      'Content-Type': page.contentType,
    });
  });
}
