import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { NotFoundError } from '../errors.ts';
import type { ApiEnv } from '../http/context.ts';
import type { RenderedPage } from '../publish/types.ts';
import type { Services } from '../services.ts';
import { renderPreview } from './preview.ts';

/** The address is a secret: no cache, search engine or other site gets to know it. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
};

/** `/preview/{secret}`: what a preview link shows, or that it has ended. */
export function previewRoutes(services: Services) {
  return new Hono<ApiEnv>().get('/preview/:secret', async (c) => {
    const page =
      (await renderPreview(services, c.req.param('secret'))) ?? (await endedPage(services));
    return c.body(new Uint8Array(page.body), page.status as ContentfulStatusCode, {
      ...HEADERS,
      'Content-Type': page.contentType,
    });
  });
}

async function endedPage({ publisher, jobs }: Services): Promise<RenderedPage> {
  // A function can't render pages.
  if (jobs) throw new NotFoundError('This preview link has ended.');
  return { ...(await publisher.render('/preview/shared/ended')), status: 404 };
}
