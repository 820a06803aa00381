import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { saveFirstRevision } from '../../../api/documents/versions.ts';
import { createStorage, urlOf } from '../../../api/uploads/storage.ts';
import { insertComment } from '../../../db/queries/comments-table.ts';
import { insertDocument } from '../../../db/queries/documents.ts';
import { insertIdentity } from '../../../db/queries/identities.ts';
import { toggleLike } from '../../../db/queries/likes.ts';
import { insertMail } from '../../../db/queries/mail.ts';
import { insertPicture } from '../../../db/queries/pictures.ts';
import { hidePost, insertPost } from '../../../db/queries/posts-table.ts';
import { insertPreviewLink } from '../../../db/queries/preview-links.ts';
import type { UserRow } from '../../../db/queries/users.ts';
import { makeAccount, type TestApp, type TestAppOptions, testApp } from '../../support/app.ts';
import { makePost } from '../../support/database.ts';
import { objectStore } from '../../support/object-store.ts';
import { readZip } from '../../support/zip.ts';

const AT = new Date('2026-01-05T10:00:00Z');
const PICTURE = Buffer.from('bytes of a picture');
const NAME = '1767607200000-me.png';

async function download({ app, signIn }: TestApp, user: UserRow) {
  const response = await app.request(
    '/api/user/export',
    { headers: { Cookie: await signIn(user) } },
    { remoteAddress: '192.0.2.1' },
  );
  return response;
}

async function unpack(response: Response) {
  const files = readZip(Buffer.from(await response.arrayBuffer()));
  const json = (name: string) => JSON.parse(files.get(`${name}.json`)?.toString() ?? 'null');
  return { files, json };
}

/** An app with a user who has one of everything, and another user. */
async function furnished(options: TestAppOptions = {}) {
  const app = await testApp(options);
  const { database, services } = app;
  const [ada, bob] = [await makeAccount(database), await makeAccount(database)];
  const url = urlOf(NAME, services.env.storage);
  await createStorage(services.env).save([{ name: NAME, type: 'image/png', bytes: PICTURE }]);
  await database.transaction(async (tx) => {
    const times = { createdAt: AT, updatedAt: AT };
    const post = (userId: string, slug: string) =>
      insertPost(tx, {
        userId,
        slug,
        title: slug,
        text: 'Hello',
        content: '<p>Hello</p>',
        ...times,
      });
    const [mine, others] = [await post(ada.id, 'mine'), await post(bob.id, 'others')];
    const comment = (userId: string, content: string, postId = others.id) =>
      insertComment(tx, { userId, postId, content, ...times });
    const [, theirs] = [
      await comment(ada.id, 'my comment'),
      await comment(bob.id, 'their comment'),
    ];
    const gone = await post(bob.id, 'gone');
    await comment(ada.id, 'my hidden comment', gone.id);
    await comment(bob.id, 'their hidden comment', gone.id);
    await hidePost(tx, gone.id);
    for (const [user, whose] of [
      [ada, 'My'],
      [bob, 'Their'],
    ] as const) {
      const saved = { userId: user.id, kind: 'auto', at: AT } as const;
      const draft = await insertDocument(tx, {
        ...times,
        userId: user.id,
        title: `${whose} draft`,
      });
      for (const revision of [1, 2, 3, 4, 5, 6, 7]) {
        await saveFirstRevision(tx, { ...draft, revision }, saved);
      }
      const link = { documentId: draft.id, userId: user.id, createdAt: AT, expiresAt: AT };
      await insertPreviewLink(tx, { ...link, idHash: `link of ${whose}` });
      await insertMail(tx, { kind: 'test', to: user.email, payload: 'words', createdAt: AT });
    }
    await toggleLike(tx, theirs.id, ada.id, AT);
    await insertIdentity(tx, { issuer: 'https://id.example', subject: 'ada' }, ada.id, AT);
    const size = { width: 1, height: 1, bytes: 1, storedBytes: 1, widths: [] };
    await insertPicture(tx, { url, userId: ada.id, kind: 'profile', createdAt: AT, ...size });
    return mine;
  });
  return { app, ada, bob };
}

describe('downloading one’s own data', () => {
  test('contains everything about oneself, and nothing about others', async () => {
    const { app, ada } = await furnished();
    const response = await download(app, ada);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/zip');
    expect(response.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="my-data-\d{4}-\d\d-\d\d\.zip"$/,
    );
    expect(response.headers.get('Cache-Control')).toContain('no-store');
    const { files, json } = await unpack(response);
    expect([...files.keys()]).toEqual([
      ...['profile.json', 'sessions.json', 'identities.json', 'passkeys.json'],
      ...['second-factor.json', 'browsers.json', 'mail.json', 'mail-links.json', 'posts.json'],
      ...[
        'comments.json',
        'reports.json',
        'followed-posts.json',
        'notifications.json',
        'drafts.json',
        'versions.json',
        'preview-links.json',
        'likes.json',
        'events.json',
        `pictures/${NAME}`,
      ],
    ]);
    expect(json('profile')).toMatchObject({ _id: ada.id, email: ada.email });
    expect(json('sessions')).toMatchObject([{ current: true }]);
    expect(json('identities')).toMatchObject([{ issuer: 'https://id.example', subject: 'ada' }]);
    expect(json('passkeys')).toEqual([]);
    expect(json('posts')).toMatchObject([{ slug: 'mine', content: '<p>Hello</p>' }]);
    expect(json('comments')).toMatchObject([
      { content: 'my comment' },
      { content: 'my hidden comment' },
    ]);
    expect(json('drafts')).toMatchObject([{ title: 'mine' }, { title: 'My draft' }]);
    expect(json('versions').map((version: { number: number }) => version.number)).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7],
    ]);
    expect(json('versions')).toContainEqual(expect.objectContaining({ title: 'My draft' }));
    expect(json('preview-links')).toMatchObject([{ createdAt: AT.toISOString() }]);
    expect(json('mail')).toMatchObject([{ kind: 'test', to: ada.email, state: 'queued' }]);
    expect(JSON.stringify(json('mail'))).not.toContain('words');
    expect(json('likes')).toMatchObject([{ createdAt: AT.toISOString() }]);
    expect(json('events')).toMatchObject([{ action: 'user.export', byYou: true }]);
    expect(files.get(`pictures/${NAME}`)).toEqual(PICTURE);
  });

  test('contains one’s comments in every state, earlier versions, reports and notifications', async () => {
    const app = await testApp();
    const { database, call } = app;
    const [ada, bob] = [await makeAccount(database), await makeAccount(database)];
    const admin = await makeAccount(database, { role: 'administrator' });
    const post = await makePost(database, { userId: bob.id });
    const write = async (as: UserRow, content: string) => {
      const json = { content, postId: post.id, userId: as.id };
      return (await call('POST /api/comment/create', { json, as })).body._id as string;
    };
    const held = await write(ada, 'first text');
    const theirs = await write(bob, 'their comment');
    for (const [line, json, as] of [
      [`PUT /api/comment/editComment/${held}`, { content: 'second text' }, ada],
      [`PUT /api/comment/moderate/${held}`, { action: 'hold', note: 'A note' }, admin],
      [`POST /api/comment/report/${theirs}`, { reason: 'abuse', note: 'My report' }, ada],
      [`PUT /api/comment/follow/${post.id}`, { follow: true }, ada],
      [`PUT /api/comment/editComment/${theirs}`, { content: 'their second text' }, bob],
    ] as const) {
      expect((await call(line, { json, as })).status, line).toBeLessThan(300);
    }
    const { json } = await unpack(await download(app, ada));
    expect(json('comments')).toMatchObject([
      { content: 'second text', state: 'held', versions: [{ content: 'first text' }] },
    ]);
    expect(json('reports')).toMatchObject([{ commentId: theirs, note: 'My report' }]);
    expect(json('followed-posts')).toEqual([{ postId: post.id, follows: true }]);
    expect(json('notifications')).toMatchObject([{ kind: 'held', note: 'A note' }]);
    const other = await unpack(await download(app, bob));
    const all = [...other.files.values()].join();
    expect(all).toContain('their second text');
    expect(all).not.toMatch(/first text|second text.*held|My report|A note/);
  });

  test('contains no secrets', async () => {
    const { app, ada } = await furnished();
    const zip = Buffer.from(await (await download(app, ada)).arrayBuffer()).toString();
    expect(zip).not.toContain(ada.passwordHash ?? 'a hash');
    expect(zip).not.toMatch(/argon2|idHash|passwordHash|publicKey/i);
  });

  test('contains pictures from a store, and skips those that are gone', async () => {
    const { variables, objects } = await objectStore();
    const { app, ada } = await furnished({ env: variables });
    const first = await unpack(await download(app, ada));
    expect(first.files.get(`pictures/${NAME}`)).toEqual(PICTURE);
    objects.clear();
    const second = await unpack(await download(app, ada));
    expect([...second.files.keys()].filter((name) => name.startsWith('pictures/'))).toEqual([]);
  });

  test('requires a fresh session', async () => {
    const { app, ada } = await furnished();
    const Cookie = await app.signIn(ada);
    const later = { ...app.services, now: () => new Date(Date.now() + 31 * 60 * 1000) };
    const { createApp } = await import('../../../api/app.ts');
    const answer = await createApp(later).request(
      '/api/user/export',
      { headers: { Cookie } },
      { remoteAddress: '192.0.2.1' },
    );
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'reauthenticate' });
    expect((await app.call('GET /api/user/export')).status).toBe(401);
  });

  test('runs once at a time for a user', async () => {
    const { app, ada, bob } = await furnished();
    const running = await download(app, ada);
    expect((await download(app, ada)).status).toBe(503);
    await unpack(await download(app, bob));
    await running.body?.cancel();
    await unpack(await download(app, ada));
  });

  test('ends when its client reads nothing for 30 s, so that others can download theirs', async () => {
    const { app, ada, bob } = await furnished();
    const others = [bob, ...(await Promise.all([1, 2, 3].map(() => makeAccount(app.database))))];
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const stalled: Response[] = [];
    for (const user of others) stalled.push(await download(app, user));
    expect(stalled.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await vi.advanceTimersByTimeAsync(29_000);
    expect((await download(app, ada)).status).toBe(503);
    await vi.advanceTimersByTimeAsync(1_000);
    const { json } = await unpack(await download(app, ada));
    expect(json('profile')).toMatchObject({ _id: ada.id });
    await expect(stalled[0]?.arrayBuffer()).rejects.toThrow('The client reads too slowly');
  });

  test('downloading your own data is limited to a few an hour', async () => {
    const { app, ada } = await furnished({ limits: { export: { points: 1, duration: 3600 } } });
    await (await download(app, ada)).arrayBuffer();
    await expect.poll(async () => (await download(app, ada)).status).toBe(429);
  });

  test('a HEAD request starts nothing', async () => {
    const { app, ada } = await furnished();
    expect((await app.call('HEAD /api/user/export', { as: ada })).status).toBe(200);
    await unpack(await download(app, ada));
  });
});
