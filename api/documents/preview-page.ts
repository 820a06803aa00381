import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { ApiError, NotFoundError } from '../errors.ts';
import type { ApiEnv } from '../http/context.ts';
import type { Services } from '../services.ts';
import { errorPage } from '../static/respond.ts';
import { createPreviewPages } from './preview.ts';

/** The address is a secret: no cache, search engine or other site may learn it. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
};
const HTML = 'text/html; charset=utf-8';

/** `/preview/{secret}`: the page of a preview link, or a note that it has expired. */
export function previewRoutes(services: Services) {
  const findPage = createPreviewPages(services);
  return new Hono<ApiEnv>()
    .get('/preview/:secret', async (c) => {
      const page = await findPage(c.req.param('secret'), c.var.client.address);
      if (page === undefined) {
        const html = await endedPage(services);
        return c.body(html, 404, { ...HEADERS, 'Content-Type': HTML });
      }
      const headers = { ...HEADERS, 'Content-Type': page.contentType };
      return c.body(new Uint8Array(page.body), page.status as ContentfulStatusCode, headers);
    })
    .onError((error, c) => {
      if (!(error instanceof ApiError)) throw error;
      // 429 means that the link's creator has too many waiting jobs (in a function), which isn't
      // the guest's fault.
      const status = error.statusCode === 429 ? 503 : error.statusCode;
      const { message, headers } = error;
      const html = errorPage(status, message);
      const sent = { ...HEADERS, ...headers, 'Content-Type': HTML };
      return c.body(html, status as ContentfulStatusCode, sent);
    });
}

/** Reads a page of the release, so guessed addresses don't cause a render. */
async function endedPage({ publisher: { root } }: Services): Promise<string> {
  const ended = new NotFoundError('This preview link has ended.');
  // A function has no pages.
  if (root === undefined) throw ended;
  return await readFile(join(root, 'preview/ended/index.html'), 'utf8').catch(() => {
    throw ended;
  });
}
