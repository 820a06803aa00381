import { expect, test, vi } from 'vitest';
import { createSessions } from '../../../api/access/sessions.ts';
import { DEFAULT_LIMITS } from '../../../api/ratelimit/limits.ts';
import { makeAccount, testApp } from '../../support/app.ts';
import { makeComment, makePost } from '../../support/database.ts';
import { tally } from '../../support/tally.ts';

const attack = tally();

test('update reveals taken emails 20 times an hour, even all at once', () =>
  attack(
    'emails probed through update',
    async () => {
      const { call, database, signIn } = await testApp();
      const eve = await makeAccount(database);
      const ada = await makeAccount(database, { email: 'ada@example.com' });
      const headers = { Cookie: await signIn(eve) };
      const ask = (email: string) =>
        call(`PUT /api/user/update/${eve.id}`, { headers, json: { email } });
      const answers = await Promise.all(Array.from({ length: 60 }, () => ask(ada.email)));
      const count = (status: number) => answers.filter((answer) => answer.status === status).length;
      expect([count(409), count(429)]).toEqual([20, 40]);
      const free = await ask('free@example.com');
      expect([free.status, free.body.message]).toEqual([
        429,
        'Too many attempts to use a taken email. Please try again in 60 minutes.',
      ]);
      // Other changes still work, and other users have separate counters.
      expect((await ask(eve.email)).status).toBe(200);
      const json = { email: 'new@example.com' };
      const other = await call(`PUT /api/user/update/${ada.id}`, { as: ada, json });
      expect(other.status).toBe(200);
    },
    60,
  ));

test('free emails don’t count', async () => {
  const { call, database, signIn } = await testApp();
  const user = await makeAccount(database);
  const headers = { Cookie: await signIn(user) };
  for (let n = 0; n < 25; n++) {
    const json = { email: `new-${n}@example.com` };
    const { status } = await call(`PUT /api/user/update/${user.id}`, { headers, json });
    expect(status).toBe(200);
  }
});

test('likes are limited to 60 a minute and edits to 30, per user', () =>
  attack(
    'likes and edits over their limits',
    async () => {
      const { call, database, signIn } = await testApp();
      const eve = await makeAccount(database);
      const post = await makePost(database, { userId: eve.id });
      const comment = await makeComment(database, { postId: post.id, userId: eve.id });
      const headers = { Cookie: await signIn(eve) };
      const like = () => call(`PUT /api/comment/likeComment/${comment.id}`, { headers });
      const edit = (n: number) =>
        call(`PUT /api/comment/editComment/${comment.id}`, {
          headers,
          json: { content: `edit ${n}` },
        });
      const likes = await Promise.all(Array.from({ length: 70 }, like));
      expect(likes.filter(({ status }) => status === 200)).toHaveLength(60);
      const held = likes.find(({ status }) => status === 429);
      expect(held?.body.message).toMatch(
        /^Too many likes\. Please try again in (1 minute|\d+ seconds)\.$/,
      );
      expect(Number(held?.headers.get('Retry-After'))).toBeGreaterThan(50);
      const edits = await Promise.all(Array.from({ length: 40 }, (_, n) => edit(n)));
      expect(edits.filter(({ status }) => status === 200)).toHaveLength(30);
      const ada = await makeAccount(database);
      const other = await call(`PUT /api/comment/likeComment/${comment.id}`, { as: ada });
      expect(other.status).toBe(200);
    },
    110,
  ));

test('password changes and taken emails are limited to 20 an hour', () => {
  const hourly = { points: 20, duration: 3600 };
  expect([DEFAULT_LIMITS.passwordChange, DEFAULT_LIMITS.emailTaken]).toEqual([hourly, hourly]);
});

test('a user has at most 20 sessions: the oldest ends', () =>
  attack(
    'unlimited sessions of one user',
    async () => {
      const { call, database, services } = await testApp();
      const user = await makeAccount(database);
      const other = await makeAccount(database);
      const begin = async (id: string, at: number) => {
        vi.useFakeTimers({ toFake: ['Date'], now: at });
        const session = await database.transaction((tx) => createSessions(services).begin(tx, id));
        return session?.cookie.split(';')[0] ?? '';
      };
      const start = Date.now();
      const kept = await begin(other.id, start - 1000);
      const cookies: string[] = [];
      for (let n = 0; n < 25; n++) cookies.push(await begin(user.id, start + n));
      vi.useRealTimers();
      const isIn = async (Cookie: string) =>
        (await call('GET /api/auth/session', { headers: { Cookie } })).body.user !== null;
      const alive = await Promise.all(cookies.map(isIn));
      expect(alive).toEqual([...Array(5).fill(false), ...Array(20).fill(true)]);
      expect(await isIn(kept)).toBe(true);
    },
    25,
  ));

test('counters survive a restart', async () => {
  const first = await testApp();
  const user = await makeAccount(first.database);
  const post = await makePost(first.database, { userId: user.id });
  const comment = await makeComment(first.database, { postId: post.id, userId: user.id });
  const limits = { like: { points: 1, duration: 60 } };
  for (const status of [200, 429]) {
    // Each has its own caches; they share only the database.
    const app = await testApp({ limits, services: { database: first.database } });
    const { signIn } = app;
    const headers = { Cookie: await signIn(user) };
    const answer = await app.call(`PUT /api/comment/likeComment/${comment.id}`, { headers });
    expect(answer.status).toBe(status);
  }
});
