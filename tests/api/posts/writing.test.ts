import { describe, expect, it } from 'vitest';
import { withinLimit } from '../../../api/publish/waiters.ts';
import { countComments } from '../../../db/queries/comments.ts';
import { countPosts, findPostById } from '../../../db/queries/posts.ts';
import type { UserRow } from '../../../db/queries/users.ts';
import { fakePublisher, type TestApp, type TestAppOptions, testApp } from '../../support/app.ts';
import { lastChange, makeComment, makePost, makeUser } from '../../support/database.ts';
import { isFullRun } from '../../support/full-run.ts';
import { expectWithin } from '../../support/timing.ts';

const DRAFT = { title: 'Hello', category: 'reactjs', content: '<p>Text</p>', image: '' };
const MISSING = 'Please provide all required fields.';

interface Site extends TestApp {
  admin: UserRow;
  other: UserRow;
  user: UserRow;
}

async function site(options?: TestAppOptions): Promise<Site> {
  const app = await testApp(options);
  const admin = await makeUser(app.database, { role: 'administrator' });
  const other = await makeUser(app.database, { role: 'administrator' });
  return { ...app, admin, other, user: await makeUser(app.database) };
}

describe('permission to write posts', () => {
  const calls = (postId: string, own: string) =>
    [
      ['POST /api/post/create', DRAFT, 201],
      ['POST /api/post/preview', DRAFT, 200],
      [`PUT /api/post/updatepost/${postId}/${own}`, DRAFT, 200],
      [`DELETE /api/post/deletepost/${postId}/${own}`, undefined, 200],
    ] as const;

  it('guests get 401 before any other check', async () => {
    const { call, admin, database } = await site();
    const post = await makePost(database);
    for (const [line] of calls(post.id, admin.id)) {
      expect(await call(line, { body: 'not json' }), line).toMatchObject({
        status: 401,
        body: { success: false, statusCode: 401, message: expect.any(String) },
      });
    }
    expect((await call('DELETE /api/post/deletepost/nothing/nobody')).status).toBe(401);
    expect(await findPostById(database.read, post.id)).toEqual(post);
  });

  it('members get 403', async () => {
    const { call, user, database } = await site();
    const post = await makePost(database, { userId: user.id });
    for (const [line, json] of calls(post.id, user.id)) {
      expect((await call(line, { json, as: user })).status, line).toBe(403);
    }
    expect(await countPosts(database.read)).toBe(1);
  });

  it('any administrator can edit or delete any post', async () => {
    const { call, admin, other, database } = await site();
    const post = await makePost(database, { userId: admin.id });
    for (const [line, json, status] of calls(post.id, other.id)) {
      expect((await call(line, { json, as: other })).status, line).toBe(status);
    }
  });

  it('an administrator with another userId in the path gets 403', async () => {
    const { call, admin, other, database } = await site();
    const post = await makePost(database, { userId: other.id });
    for (const [line, json] of calls(post.id, other.id).slice(2)) {
      expect((await call(line, { json, as: admin })).status, line).toBe(403);
    }
    expect(await findPostById(database.read, post.id)).toEqual(post);
  });

  it('a request from another site gets 403, even from an administrator', async () => {
    const { call, admin } = await site();
    const headers = { Origin: 'https://evil.example' };
    expect((await call('POST /api/post/create', { json: DRAFT, as: admin, headers })).status).toBe(
      403,
    );
  });

  it('a wrong method gets 405', async () => {
    const { call, admin } = await site();
    expect((await call('PUT /api/post/create', { json: DRAFT, as: admin })).status).toBe(405);
    expect((await call('POST /api/post/getposts', { json: {}, as: admin })).status).toBe(405);
  });
});

describe('creating a post', () => {
  it('creating a post returns 201 with the post, publishes it, and ignores fields that the caller can’t set', async () => {
    const { call, admin, database, publisher } = await site();
    const forbidden = {
      _id: 'x',
      id: 'x',
      userId: 'x',
      slug: 'mine',
      createdAt: '2001-01-01T00:00:00.000Z',
      isDemo: true,
      updatedAt: '2001-01-01T00:00:00.000Z',
    };
    const json = { ...DRAFT, ...forbidden, category: ' ReactJS ', title: ' A\n B\u0007 ' };
    const { status, body } = await call('POST /api/post/create', { json, as: admin });
    expect(status).toBe(201);
    expect(body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      userId: admin.id,
      title: 'A B',
      slug: 'a-b',
      category: 'reactjs',
      content: '<p>Text</p>',
      image: '',
      imageAlt: '',
      imageFocus: '',
      createdAt: expect.stringMatching(/^2\d{3}-.*Z$/),
      updatedAt: body.createdAt,
    });
    expect(body.createdAt).not.toMatch(/^2001/);
    expect(publisher.flushed).toEqual([body._id]);
    expect(await lastChange(database, body._id)).toMatchObject({
      action: 'publish',
      slug: 'a-b',
    });
    expect((await findPostById(database.read, body._id))?.isDemo).toBe(false);
  });

  it.each([
    ['no title', { title: undefined }, MISSING],
    ['a blank title', { title: ' \n\t' }, MISSING],
    ['a title without a visible character', { title: '\u200b\u2060\u3164' }, MISSING],
    ['no category', { category: undefined }, MISSING],
    ['a blank category', { category: ' ' }, MISSING],
    ['no content', { content: undefined }, MISSING],
    ['null as content', { content: null }, MISSING],
    ["the editor's empty content", { content: '<p><br></p>' }, MISSING],
    ['content of which nothing is left', { content: '<iframe src="https://x.example">' }, MISSING],
    ['a title that is no text', { title: 1 }, /title/],
    ['a title of 201 characters', { title: 'x'.repeat(201) }, /title/],
    ['a category with a space', { category: 'a b' }, /category/],
    ['a category that begins with a hyphen', { category: '-a' }, /category/],
    ['a category of 41 characters', { category: 'a'.repeat(41) }, /category/],
    ['content that is no text', { content: ['<p>x</p>'] }, /content/],
    ['content over 1 MiB', { content: 'é'.repeat(524_289) }, /content/],
    ['an image that is no address', { image: 'a.png' }, /image/],
    ['an image that runs', { image: 'javascript:alert(1)' }, /image/],
    ['an image in the address', { image: 'data:image/png;base64,AAAA' }, /image/],
  ])('returns 400 with %s', async (_, change, message) => {
    const { call, admin, database } = await site();
    const answer = await call('POST /api/post/create', {
      json: { ...DRAFT, ...change },
      as: admin,
    });
    expect(answer).toMatchObject({ status: 400, body: { success: false, statusCode: 400 } });
    if (typeof message === 'string') expect(answer.body.message).toBe(message);
    else expect(answer.body.message).toMatch(message);
    expect(await countPosts(database.read)).toBe(0);
  });

  it.each([
    ['a title of 200 characters', { title: 'x'.repeat(200) }],
    ['content of 1 MiB', { content: `<p>${'x'.repeat(1024 * 1024 - 7)}</p>` }],
    ['no image', { image: undefined }],
    ['null as image', { image: null }],
    ['an image of this site', { image: '/uploads/1-a.png' }],
    ['an image of elsewhere', { image: 'https://example.com/a.png' }],
    ['an unknown category', { category: 'web-2' }],
  ])('returns 201 with %s', async (_, change) => {
    const { call, admin } = await site();
    const json = { ...DRAFT, ...change };
    expect((await call('POST /api/post/create', { json, as: admin })).status).toBe(201);
  });

  it('creating a post returns 415 without JSON, 400 for malformed JSON, and 413 for a large body', async () => {
    const { call, admin } = await site();
    const send = (body: string, type: string) =>
      call('POST /api/post/create', { body, headers: { 'Content-Type': type }, as: admin });
    expect((await send(JSON.stringify(DRAFT), 'text/plain')).status).toBe(415);
    expect((await send('{"title":', 'application/json')).status).toBe(400);
    expect((await send('[]', 'application/json')).status).toBe(400);
    expect((await send(`"${'x'.repeat(2 ** 21)}"`, 'application/json')).status).toBe(413);
  });

  it('creating a post stores sanitized content, and the title as plain text', async () => {
    const { call, admin, database } = await site();
    const json = {
      ...DRAFT,
      title: '<img src=x onerror=alert(1)> & co',
      content: '<p onclick=alert(1)>A <b>b</b></p><script>alert(1)</script>',
    };
    const { body } = await call('POST /api/post/create', { json, as: admin });
    expect(body.title).toBe(json.title);
    expect(body.content).toBe('<p>A <strong>b</strong></p>');
    expect((await findPostById(database.read, body._id))?.text).toBe('A b');
  });

  it('creating a post makes slugs unique with -2 and -3, even without a usable letter or at full length', async () => {
    const { call, admin } = await site();
    const slug = async (title: string): Promise<string> =>
      (await call('POST /api/post/create', { json: { ...DRAFT, title }, as: admin })).body.slug;
    expect([await slug('Hello!'), await slug('hello'), await slug('HELLO?')]).toEqual([
      'hello',
      'hello-2',
      'hello-3',
    ]);
    expect([await slug('🎉'), await slug('!!!')]).toEqual(['post', 'post-2']);
    const long = 'x'.repeat(120);
    expect([await slug(long), await slug(long)]).toEqual(['x'.repeat(80), `${'x'.repeat(78)}-2`]);
  });

  it('creating a post creates twenty slugs for one title at once', async () => {
    const { call, admin } = await site();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call('POST /api/post/create', { json: DRAFT, as: admin })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set(answers.map(({ body }) => body.slug)).size).toBe(20);
  });

  it.each([
    ['says that it failed', async () => 'failed' as const],
    [
      'throws',
      async () => {
        throw new Error('worker gone');
      },
    ],
  ])('is 201 even when the publisher %s: the post is saved', async (_, flush) => {
    const { call, admin, database } = await site({
      services: { publisher: { ...fakePublisher(), flush } },
    });
    const { status, body } = await call('POST /api/post/create', { json: DRAFT, as: admin });
    expect(status).toBe(201);
    expect(await findPostById(database.read, body._id)).toBeDefined();
    expect(await lastChange(database, body._id)).toBeDefined();
  });
});

describe('updating a post', () => {
  const line = (postId: string, user: UserRow) => `PUT /api/post/updatepost/${postId}/${user.id}`;

  it('the document of a post has the time of the post, when it was created and updated', async () => {
    const { call, admin } = await site();
    const created = await call('POST /api/post/create', { json: DRAFT, as: admin });
    const { _id, updatedAt } = created.body;
    const read = async () => (await call(`GET /api/document/${_id}`, { as: admin })).body;
    expect(await read()).toMatchObject({ createdAt: updatedAt, updatedAt });
    const updated = await call(line(_id, admin), { json: { title: 'Again' }, as: admin });
    expect((await read()).updatedAt).toBe(updated.body.updatedPost.updatedAt);
  });

  it('updating a post changes the given fields and keeps the slug, the author and the creation date', async () => {
    const { call, admin, other, database, publisher } = await site();
    const post = await makePost(database, {
      userId: admin.id,
      category: 'nextjs',
      image: '/uploads/1-a.png',
      createdAt: new Date('2025-01-05T00:00:00Z'),
    });
    const json = { title: 'New', userId: 'x', slug: 'x', _id: 'x', createdAt: '2001-01-01' };
    const { status, body } = await call(line(post.id, other), { json, as: other });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, message: expect.any(String) });
    expect(body.updatedPost).toEqual({
      _id: post.id,
      userId: admin.id,
      title: 'New',
      slug: post.slug,
      category: 'nextjs',
      content: post.content,
      image: '/uploads/1-a.png',
      imageAlt: '',
      imageFocus: '',
      createdAt: '2025-01-05T00:00:00.000Z',
      updatedAt: expect.any(String),
    });
    expect(Date.parse(body.updatedPost.updatedAt)).toBeGreaterThan(post.updatedAt.getTime());
    expect(publisher.flushed).toEqual([post.id]);
    expect(await lastChange(database, post.id)).toMatchObject({ action: 'publish' });
  });

  it('updating a post accepts a client’s complete draft, and search finds its new text', async () => {
    const { call, admin, database } = await site();
    const post = await makePost(database, { content: '<p>before</p>' });
    const json = {
      ...DRAFT,
      content: '<p>afterwards</p><script>x</script>',
      image: '/a.png',
      imageAlt: ' A red\nkite ',
      imageFocus: ' 05 100',
    };
    const { body } = await call(line(post.id, admin), { json, as: admin });
    expect(body.updatedPost).toMatchObject({
      content: '<p>afterwards</p>',
      image: '/a.png',
      imageAlt: 'A red kite',
      imageFocus: '5 100',
    });
    const search = async (term: string) =>
      (await call(`GET /api/post/getposts?searchTerm=${term}`)).body.totalPosts;
    expect([await search('before'), await search('afterw')]).toEqual([0, 1]);
  });

  it('updating only the image of a post centers it, unless it is the same image', async () => {
    const { call, admin, database } = await site();
    const post = await makePost(database, { image: '/a.png', imageFocus: '5 100' });
    const focusAfter = async (json: object) =>
      (await call(line(post.id, admin), { json, as: admin })).body.updatedPost.imageFocus;
    expect(await focusAfter({ image: '/a.png' })).toBe('5 100');
    expect(await focusAfter({ image: '/b.png' })).toBe('');
    expect(await focusAfter({ image: '/c.png', imageFocus: '1 2' })).toBe('1 2');
    expect(await focusAfter({ title: 'Renamed' })).toBe('1 2');
  });

  it.each([
    ['an empty title', { title: ' ' }, MISSING],
    ['null as title', { title: null }, MISSING],
    ['empty content', { content: '<p><br></p>' }, MISSING],
    ['content of which nothing is left', { content: '<object>x</object>' }, MISSING],
    ['an empty category', { category: '' }, MISSING],
    ['a title of 201 characters', { title: 'x'.repeat(201) }, /title/],
    ['a long alternative text', { imageAlt: 'x'.repeat(501) }, /imageAlt/],
    ['a bad image', { image: 'ftp://x' }, /image/],
    ['a focal point outside the cover', { imageFocus: '101 0' }, /^imageFocus must be two/],
    ['a focal point with a unit', { imageFocus: '30% 70%' }, /^imageFocus must be two/],
    ['a focal point of one number', { imageFocus: '30' }, /^imageFocus must be two/],
    ['a focal point that isn’t text', { imageFocus: { x: 1 } }, /^imageFocus must be text/],
    ['a startedFrom that is no time', { startedFrom: 'soon' }, /startedFrom/],
  ])('returns 400 with %s', async (_, json, message) => {
    const { call, admin, database } = await site();
    const post = await makePost(database);
    const answer = await call(line(post.id, admin), { json, as: admin });
    expect(answer.status).toBe(400);
    if (typeof message === 'string') expect(answer.body.message).toBe(message);
    else expect(answer.body.message).toMatch(message);
    expect(await findPostById(database.read, post.id)).toEqual(post);
  });

  it('updating a post returns 404 for an unknown post', async () => {
    const { call, admin } = await site();
    expect((await call(line('nothing', admin), { json: DRAFT, as: admin })).status).toBe(404);
  });

  it('updating a post returns 409 with the newer post when the edit started from an older version', async () => {
    const { call, admin, other, database } = await site();
    const post = await makePost(database);
    const startedFrom = post.updatedAt.toISOString();
    const first = await call(line(post.id, other), {
      json: { title: 'Theirs', startedFrom },
      as: other,
    });
    expect(first.status).toBe(200);
    const json = { title: 'Mine', startedFrom };
    const { status, body } = await call(line(post.id, admin), { json, as: admin });
    expect(status).toBe(409);
    expect(body).toEqual({
      success: false,
      statusCode: 409,
      message: expect.any(String),
      currentPost: first.body.updatedPost,
    });
    expect((await findPostById(database.read, post.id))?.title).toBe('Theirs');
    const later = { title: 'Mine', startedFrom: first.body.updatedPost.updatedAt };
    expect((await call(line(post.id, admin), { json: later, as: admin })).status).toBe(200);
  });

  it('updating a post accepts clients without version checks, even with a complete old draft', async () => {
    const { call, admin, database } = await site();
    const post = await makePost(database);
    const draft = { ...DRAFT, updatedAt: post.updatedAt.toISOString() };
    for (const title of ['First', 'Second']) {
      const json = { ...draft, title };
      expect((await call(line(post.id, admin), { json, as: admin })).status).toBe(200);
    }
    expect((await findPostById(database.read, post.id))?.title).toBe('Second');
  });

  it('updating a post lets one of two simultaneous edits of the same version win', async () => {
    const { call, admin, database } = await site();
    const post = await makePost(database);
    const answers = await Promise.all(
      ['a', 'b'].map((title) =>
        call(line(post.id, admin), {
          json: { title, startedFrom: post.updatedAt.toISOString() },
          as: admin,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('deleting a post', () => {
  it('deletes its comments and its page', async () => {
    const { call, admin, user, database, publisher } = await site();
    const post = await makePost(database, { title: 'Findable' });
    await makeComment(database, { postId: post.id, userId: user.id });
    const line = `DELETE /api/post/deletepost/${post.id}/${admin.id}`;
    const { status, body } = await call(line, { as: admin });
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: true, message: expect.any(String) },
    });
    expect(publisher.flushed).toEqual([post.id]);
    expect(await lastChange(database, post.id)).toMatchObject({
      action: 'remove',
      slug: post.slug,
    });
    expect((await call('GET /api/post/getposts?searchTerm=findable')).body.posts).toEqual([]);
    expect(await countComments(database.read)).toBe(0);
    expect((await call(line, { as: admin })).status).toBe(404);
  });
});

describe('the preview', () => {
  it('returns what would be stored, and stores nothing', async () => {
    const { call, admin, database } = await site();
    const json = { title: '', category: '', content: '<b>x</b><script>y</script>', image: '' };
    expect(await call('POST /api/post/preview', { json, as: admin })).toMatchObject({
      status: 200,
      body: { content: '<p><strong>x</strong></p>', text: 'x' },
    });
    expect(await countPosts(database.read)).toBe(0);
  });
});

describe('an answer says whether the change is on the site', () => {
  it.each([
    ['live', {}],
    ['pending', { live: false }],
    ['failed', { live: false }],
  ] as const)('when its page is %s', async (outcome, expected) => {
    const publisher = { ...fakePublisher(), flush: async () => outcome };
    const { call, admin, database } = await site({ services: { publisher } });
    const liveOf = ({ body }: { body: object }) => ('live' in body ? { live: body.live } : {});
    const created = await call('POST /api/post/create', { json: DRAFT, as: admin });
    expect([created.status, liveOf(created)]).toEqual([201, expected]);
    const path = `/api/post/updatepost/${created.body._id}/${admin.id}`;
    const updated = await call(`PUT ${path}`, { json: { title: 'Changed' }, as: admin });
    expect([updated.status, liveOf(updated)]).toEqual([200, expected]);
    expect((await findPostById(database.read, created.body._id))?.title).toBe('Changed');
    const deleted = await call(`DELETE ${path.replace('updatepost', 'deletepost')}`, { as: admin });
    expect([deleted.status, liveOf(deleted)]).toEqual([200, expected]);
  });

  it.runIf(isFullRun)(
    'when publishing takes too long, before a call has taken 15 seconds',
    async () => {
      const began = performance.now();
      expect(await withinLimit(new Promise(() => undefined))).toBe('pending');
      // The database may take 3 seconds of it.
      expectWithin(performance.now() - began, 15_000);
    },
  );
});

describe('the state of publishing', () => {
  it('the state of publishing is only for administrators', async () => {
    const { call, admin, user, database } = await site();
    const post = await makePost(database);
    for (const line of ['GET /api/publish/status', `POST /api/publish/retry/${post.id}`]) {
      expect((await call(line)).status).toBe(401);
      expect((await call(line, { as: user })).status).toBe(403);
    }
    const { status, body } = await call('GET /api/publish/status', { as: admin });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual([
      'queued',
      'rendering',
      'failed',
      'live',
      'site',
      'release',
      'index',
      'nodes',
      'siteTarget',
    ]);
    expect(body.siteTarget).toBe(null);
  });

  it('retries a post, and knows which ones wait', async () => {
    const { call, admin } = await site();
    const { body: post } = await call('POST /api/post/create', { json: DRAFT, as: admin });
    expect(await call(`POST /api/publish/retry/${post._id}`, { as: admin })).toMatchObject({
      status: 200,
      body: { success: true, state: 'live' },
    });
    expect((await call('POST /api/publish/retry/nothing', { as: admin })).status).toBe(404);
  });
});
