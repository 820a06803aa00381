import { describe, expect, test } from 'vitest';
import { defaultAvatar, updateUser } from '../../../db/queries/users.ts';
import { makeAccount, type TestAppOptions, testApp } from '../../support/app.ts';
import { makePicture, makePost } from '../../support/database.ts';
import { tally } from '../../support/tally.ts';
import { googleApp } from '../providers/support.ts';

const attempt = tally();

/** URLs that are accepted, and that only their owner's browser loads. */
const TRACKERS = [
  'http://tracker.example/pixel.gif',
  'https://tracker.example/uploads/1700000000000-me.webp',
  'https://tracker.example/avatars/a-0.svg',
  // An absolute URL of our own site.
  'http://localhost:4321/api/auth/google/start',
  'http://127.0.0.1:4321/api/auth/google/start',
];

const S3: TestAppOptions = {
  env: {
    STORAGE: 's3',
    S3_ENDPOINT: 'https://store.example',
    S3_REGION: 'eu',
    S3_BUCKET: 'blog',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
    S3_PUBLIC_URL: 'https://store.example/blog',
  },
};

/** Same store, but not our pictures in it. */
const NEIGHBORS = [
  'https://store.example/blog/../evil/1700000000000-me.webp',
  'https://store.example/blog/%2e%2e/evil/1700000000000-me.webp',
  'https://store.example/blogs/1700000000000-me.webp',
  'https://store.example.evil.example/blog/1700000000000-me.webp',
  'https://store.example/blog/pixel.gif?reader',
];

/** Sets a user's picture. Returns what the user and others see of it. */
async function shownToOthers(profilePicture: string, options: TestAppOptions = {}) {
  const { call, database } = await testApp(options);
  const user = await makeAccount(database);
  const admin = await makeAccount(database, { role: 'administrator' });
  const post = await makePost(database);
  if (/\/uploads\/|store\.example\/blog\/\d/.test(profilePicture)) {
    await makePicture(database, { userId: user.id, url: profilePicture });
  }
  const line = `PUT /api/user/update/${user.id}`;
  const updated = await call(line, { as: user, json: { profilePicture } });
  if (updated.status === 400) {
    // Rejected URLs may exist from an import or an older version.
    await database.transaction((tx) => updateUser(tx, user.id, { profilePicture }, new Date()));
  }
  const json = { content: 'Hello', postId: post.id, userId: user.id };
  const comment = (await call('POST /api/comment/create', { as: user, json })).body;
  const session = await call('GET /api/auth/session', { as: user });
  const edit = await call(`PUT /api/comment/editComment/${comment._id}`, {
    as: admin,
    json: { content: 'Edited' },
  });
  const like = await call(`PUT /api/comment/likeComment/${comment._id}`, { as: admin });
  const thread = await call(`GET /api/comment/getPostComments/${post.id}`);
  const feed = await call(`GET /post/${post.slug}/comments.xml`);
  const comments = await call('GET /api/comment/getcomments', { as: admin });
  const found = await call('GET /api/comment/getcomments?searchTerm=Edited', { as: admin });
  const users = await call('GET /api/user/getusers', { as: admin });
  const matching = await call(`GET /api/user/getusers?searchTerm=${user.username}`, { as: admin });
  const profile = await call(`GET /api/user/${user.id}`);
  const inList = (list: { _id: string; profilePicture: string }[]) =>
    list.find(({ _id }) => _id === user.id)?.profilePicture;
  return {
    generated: defaultAvatar(user.username),
    toOwner: session.body.user.profilePicture,
    toOthers: [
      comment.author.profilePicture,
      edit.body.author.profilePicture,
      like.body.author.profilePicture,
      thread.body[0].author.profilePicture,
      comments.body.comments[0].author.profilePicture,
      found.body.comments[0].author.profilePicture,
      inList(users.body.users),
      inList(matching.body.users),
      profile.body.profilePicture,
    ],
    text: [feed, thread, comments, users, profile].map(({ body }) => JSON.stringify(body)).join(),
  };
}

describe('a profile picture on another server', () => {
  test.each([
    ...TRACKERS.map((address) => [address, {}] as const),
    ...[...TRACKERS, ...NEIGHBORS].map((address) => [address, S3] as const),
  ])('%s is returned to its owner only', (address, options) =>
    attempt('avatars on other sites that other readers would load', async () => {
      const { generated, toOwner, toOthers, text } = await shownToOthers(address, options);
      expect(toOwner).toBe(address);
      expect(toOthers).toEqual(Array(9).fill(generated));
      expect(text).not.toContain('example/');
    }),
  );
});

test.each([
  ['/uploads/1700000000000-me.webp', {}],
  ['/avatars/z-3.svg', {}],
  ['/avatars/z-3.svg', S3],
  ['https://store.example/blog/1700000000000-me.webp', S3],
] as const)('our own picture %s is shown to everybody', async (address, options) => {
  const { toOwner, toOthers } = await shownToOthers(address, options);
  expect(toOwner).toBe(address);
  expect(toOthers).toEqual(Array(9).fill(address));
});

test.each([
  'http://user:password@tracker.example/pixel.gif',
  'https://user@tracker.example/pixel.gif',
  'https://:password@tracker.example/pixel.gif',
  'https://@tracker.example/pixel.gif',
  '/api/auth/google/start',
  '/uploads/../api/auth/google/start',
  '/avatars/%2E%2e/api/auth/google/start',
  '//tracker.example/pixel.gif',
])('the picture %s is refused', (profilePicture) =>
  attempt('avatar URLs with credentials or with an API path', async () => {
    const { call, database } = await testApp();
    const user = await makeAccount(database);
    const line = `PUT /api/user/update/${user.id}`;
    expect((await call(line, { as: user, json: { profilePicture } })).status).toBe(400);
  }),
);

describe('/api/auth/google/start', () => {
  test.each(['image', 'iframe', 'empty', 'script', 'embed', ''])(
    'begins no flow when it is loaded as "%s"',
    (destination) =>
      attempt('sign-in flows started by page content', async () => {
        const app = await googleApp();
        const { status, headers } = await app.call('GET /api/auth/google/start', {
          headers: { 'Sec-Fetch-Dest': destination },
        });
        expect(status).toBe(403);
        expect(headers.getSetCookie()).toEqual([]);
      }),
  );

  test('starts one in a window, and for browsers without Sec-Fetch-Dest', async () => {
    const app = await googleApp();
    const inWindow = { headers: { 'Sec-Fetch-Dest': 'document' } };
    expect((await app.call('GET /api/auth/google/start', inWindow)).status).toBe(302);
    expect((await app.call('GET /api/auth/google/start')).status).toBe(302);
  });
});
