import { describe, expect, it } from 'vitest';
import { desk } from './support.ts';

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
