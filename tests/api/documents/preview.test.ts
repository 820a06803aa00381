import { describe, expect, it, vi } from 'vitest';
import { TooManyRequestsError, UnavailableError } from '../../../api/errors.ts';
import { fakePublisher } from '../../support/app.ts';
import { desk } from './support.ts';

/** More than the cache takes. */
const LARGE = { status: 200, contentType: 'text/html', body: Buffer.alloc(20_000_000, 'x') };

const pathOf = (url: string) => new URL(url).pathname;

describe('preview links', () => {
  it('show the current draft to anyone, in no cache and no search engine', async () => {
    const { draft, post, call, author } = await desk();
    const { _id } = await draft();
    const { status, body } = await post(`previewlink/${_id}`, { days: 3 });
    expect(status).toBe(201);
    expect(pathOf(body.url)).toMatch(/^\/preview\/[\w-]{43}$/);
    const days = (Date.parse(body.expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(3, 2);
    const json = { revision: 1, title: 'Newer' };
    await call(`PUT /api/document/update/${_id}`, { json, as: author });
    const page = await call(`GET ${pathOf(body.url)}`);
    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('x-robots-tag')).toContain('noindex');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.body).toContain('Newer');
  });

  it('end when they expire, are revoked, or the post is in the trash', async () => {
    let at = Date.now();
    const { draft, post, call, author } = await desk({ services: { now: () => new Date(at) } });
    const { _id } = await draft();
    const link = async () => pathOf((await post(`previewlink/${_id}`, {})).body.url);
    const [first, second] = [await link(), await link()];
    const status = async (path: string) => (await call(`GET ${path}`)).status;
    expect([await status(first), await status(second)]).toEqual([200, 200]);
    const revoke = await call(`DELETE /api/document/previewlink/${_id}`, { as: author });
    expect(revoke.status).toBe(200);
    expect([await status(first), await status(second)]).toEqual([404, 404]);
    const third = await link();
    await post(`trash/${_id}`);
    expect(await status(third)).toBe(404);
    await post(`restore/${_id}`);
    expect(await status(third)).toBe(200);
    at += 8 * 86_400_000;
    expect(await status(third)).toBe(404);
    expect(await status('/preview/nothing')).toBe(404);
  });

  it('are rendered once for all guests, until the draft changes', async () => {
    const { draft, post, call, author, publisher } = await desk();
    const { _id } = await draft();
    const [first, second] = await Promise.all(
      [3, 4].map(async (days) => pathOf((await post(`previewlink/${_id}`, { days })).body.url)),
    );
    const preview = vi.spyOn(publisher, 'preview');
    const visits = Array.from({ length: 8 }, (_, n) => call(`GET ${n % 2 ? first : second}`));
    for (const { status } of await Promise.all(visits)) expect(status).toBe(200);
    await call(`GET ${first}`);
    expect(preview).toHaveBeenCalledTimes(1);
    const json = { revision: 1, title: 'Newer' };
    await call(`PUT /api/document/update/${_id}`, { json, as: author });
    expect((await call(`GET ${first}`)).body).toContain('Newer');
    expect(preview).toHaveBeenCalledTimes(2);
  });

  it('show pages that are too large to keep', async () => {
    const { draft, post, call } = await desk({
      services: { publisher: { ...fakePublisher(), preview: async () => LARGE } },
    });
    const { _id } = await draft();
    const path = pathOf((await post(`previewlink/${_id}`, {})).body.url);
    expect((await call(`GET ${path}`)).body).toHaveLength(LARGE.body.length);
  });

  it('that are unknown or have ended are answered without rendering', async () => {
    const { draft, post, call, author, publisher } = await desk();
    const { _id } = await draft();
    const path = pathOf((await post(`previewlink/${_id}`, {})).body.url);
    await call(`GET ${path}`);
    await call(`DELETE /api/document/previewlink/${_id}`, { as: author });
    const render = vi.spyOn(publisher, 'render');
    const preview = vi.spyOn(publisher, 'preview');
    for (const address of [path, '/preview/unknown', `${path}x`, '/preview/ended']) {
      expect((await call(`GET ${address}`)).status).toBe(404);
    }
    expect([render.mock.calls, preview.mock.calls]).toEqual([[], []]);
  });

  it('that ended while their page was rendered show nothing', async () => {
    const { draft, post, call, author, publisher } = await desk();
    const { _id } = await draft();
    const path = pathOf((await post(`previewlink/${_id}`, {})).body.url);
    const { preview } = publisher;
    publisher.preview = async (...given) => {
      await call(`DELETE /api/document/previewlink/${_id}`, { as: author });
      return await preview(...given);
    };
    expect((await call(`GET ${path}`)).status).toBe(404);
  });

  it.each([
    ['the queue is full', new UnavailableError('Try again soon.', 5)],
    ["the maker's jobs wait for the publisher", new TooManyRequestsError('Still running.', 5)],
  ])('answer 503 with a page for people when %s', async (_when, error) => {
    const { draft, post, call, publisher } = await desk();
    const { _id } = await draft();
    const path = pathOf((await post(`previewlink/${_id}`, {})).body.url);
    publisher.preview = () => Promise.reject(error);
    const { status, headers, body } = await call(`GET ${path}`);
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(headers.get('content-type')).toContain('text/html');
    expect(body).toContain('<h1>');
  });

  it.each([0, 91, 1.5, '7'])('refuses %s days', async (days) => {
    const { draft, post } = await desk();
    const { _id } = await draft();
    expect((await post(`previewlink/${_id}`, { days })).status).toBe(400);
  });

  it('are in no log, and only their hash is stored', async () => {
    const { draft, post, call, logged, database } = await desk();
    const { _id } = await draft();
    const { body } = await post(`previewlink/${_id}`, {});
    const secret = pathOf(body.url).split('/')[2] ?? '';
    await call(`GET /preview/${secret}`);
    await call(`GET /preview/${secret}x`);
    expect(JSON.stringify(logged())).toContain('/preview/-');
    expect(JSON.stringify(logged())).not.toContain(secret);
    const { previewLinks } = await import('../../../db/schema.ts');
    expect(JSON.stringify(await database.read.select().from(previewLinks))).not.toContain(secret);
  });
});
