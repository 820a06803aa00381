import { describe, expect, it, vi } from 'vitest';
import { TooManyRequestsError, UnavailableError } from '../../../api/errors.ts';
import { setSetting } from '../../../db/queries/settings.ts';
import { deleteUser, updateUser } from '../../../db/queries/users.ts';
import { fakePublisher } from '../../support/app.ts';
import { desk, FIELDS } from './support.ts';

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

  it('preview links are rendered once for all guests, until the draft changes', async () => {
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

  it('preview links that are unknown or have ended are answered without rendering', async () => {
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

  it('preview links that ended while their page was rendered show nothing', async () => {
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
    ["the creator's jobs wait for the publisher", new TooManyRequestsError('Still running.', 5)],
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

  describe('end when their creator loses access', () => {
    const FAR = '2199-01-01T00:00:00Z';

    async function linkOf(role: 'author' | 'editor') {
      const site = await desk();
      const { call, post } = site;
      const { _id } = await site.draft();
      const maker = site[role];
      const path = pathOf((await post(`previewlink/${_id}`, {}, maker)).body.url);
      const list = async () =>
        (await call(`GET /api/document/previewlink/${_id}`, { as: site.admin })).body.links;
      return {
        ...site,
        _id,
        maker,
        path,
        list,
        status: async () => (await call(`GET ${path}`)).status,
        change: async (verb: 'role' | 'suspend', json: object) => {
          const answer = await call(`PUT /api/user/${verb}/${maker.id}`, { json, as: site.admin });
          expect(answer.status).toBe(200);
        },
      };
    }

    it.each<[string, 'author' | 'editor', 'role' | 'suspend', object, object]>([
      ['demoted to a reader', 'author', 'role', { role: 'reader' }, { role: 'author' }],
      ['suspended', 'author', 'suspend', { until: FAR, reason: '' }, { until: null }],
      [
        'demoted to an author of other posts',
        'editor',
        'role',
        { role: 'author' },
        { role: 'editor' },
      ],
    ])('when the creator is %s, and stay ended', async (_what, role, verb, loss, back) => {
      const { status, list, change } = await linkOf(role);
      expect([await status(), (await list()).length]).toEqual([200, 1]);
      await change(verb, loss);
      expect([await status(), await list()]).toEqual([404, []]);
      await change(verb, back);
      expect([await status(), await list()]).toEqual([404, []]);
    });

    it('but stay for the documents that the maker may still write', async () => {
      const { call, post, editor, admin } = await desk();
      const { _id } = (await post('create', FIELDS, editor)).body;
      const path = pathOf((await post(`previewlink/${_id}`, {}, editor)).body.url);
      await call(`PUT /api/user/role/${editor.id}`, { json: { role: 'author' }, as: admin });
      expect((await call(`GET ${path}`)).status).toBe(200);
    });

    it('preview links end when the creator is deleted', async () => {
      const { database, editor, status, list } = await linkOf('editor');
      await database.transaction((tx) => deleteUser(tx, editor.id));
      expect([await status(), await list()]).toEqual([404, []]);
    });

    it('preview links end when the site requires a second factor that the creator lacks', async () => {
      const { database, call, post, _id, admin, author } = await linkOf('author');
      const path = pathOf((await post(`previewlink/${_id}`, {}, admin)).body.url);
      const shown = async () => (await call(`GET ${path}`)).status;
      expect(await shown()).toBe(200);
      await database.transaction((tx) => setSetting(tx, 'owner:requireSecondFactor', 'true'));
      const { body } = await call(`GET /api/document/previewlink/${_id}`, { as: author });
      expect([await shown(), body.links.length]).toEqual([404, 1]);
    });

    it('but not those of other users, nor of an editor who may still write the post', async () => {
      const { call, post, _id, editor, status, change } = await linkOf('author');
      const path = pathOf((await post(`previewlink/${_id}`, {}, editor)).body.url);
      await change('role', { role: 'reader' });
      expect([await status(), (await call(`GET ${path}`)).status]).toEqual([404, 200]);
    });
  });

  it('preview links are listed with their creator and expiry, oldest first', async () => {
    const { draft, post, call, author, editor, other } = await desk();
    const { _id } = await draft();
    const first = await post(`previewlink/${_id}`, { days: 1 });
    const second = await post(`previewlink/${_id}`, { days: 2 }, editor);
    const { body } = await call(`GET /api/document/previewlink/${_id}`, { as: author });
    const createdAt = expect.stringMatching(/^\d{4}-/);
    expect(body).toEqual({
      links: [
        { maker: author.username, createdAt, expiresAt: first.body.expiresAt },
        { maker: editor.username, createdAt, expiresAt: second.body.expiresAt },
      ],
    });
    const refused = await call(`GET /api/document/previewlink/${_id}`, { as: other });
    expect(refused.status).toBe(403);
  });

  it('preview links are limited to 20 active ones, even if they are created at the same time', async () => {
    let at = Date.now();
    const { database, draft, post, call, author, editor, signIn } = await desk({
      services: { now: () => new Date(at) },
    });
    const { _id } = await draft();
    // One session: a user has ten at most.
    const headers = { Cookie: await signIn(author) };
    const createAtOnce = () =>
      call(`POST /api/document/previewlink/${_id}`, { json: { days: 1 }, headers });
    const create = (days: number, as = author) => post(`previewlink/${_id}`, { days }, as);
    const count = async () =>
      (await call(`GET /api/document/previewlink/${_id}`, { as: author })).body.links.length;
    const statuses = (await Promise.all(Array.from({ length: 22 }, createAtOnce))).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([...Array(20).fill(201), 409, 409]);
    expect((await create(1, editor)).body.message).toContain('20 active preview links');
    at += 25 * 3_600_000;
    expect((await create(7, editor)).status).toBe(201);
    for (let n = 0; n < 19; n++) expect((await create(7, editor)).status).toBe(201);
    expect((await create(7)).status).toBe(409);
    // Links that ended with the editor's access make room, and don't come back beyond 20.
    const change = (role: 'author' | 'editor') =>
      database.transaction((tx) => updateUser(tx, editor.id, { role }, new Date()));
    await change('author');
    expect(await count()).toBe(0);
    expect((await create(7)).status).toBe(201);
    await change('editor');
    expect(await count()).toBe(1);
  });

  it.each([0, 91, 1.5, '7'])('refuses %s days', async (days) => {
    const { draft, post } = await desk();
    const { _id } = await draft();
    expect((await post(`previewlink/${_id}`, { days })).status).toBe(400);
  });

  it('preview links are in no log, and only their hash is stored', async () => {
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
