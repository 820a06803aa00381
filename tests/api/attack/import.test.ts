import { randomBytes } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verify } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { isUsableArgon2 } from '../../../api/passwords/password-hash.ts';
import { exportContent } from '../../../cli/export.ts';
import { importContent } from '../../../cli/import.ts';
import { listComments } from '../../../db/queries/comments.ts';
import { insertSession, listUserSessions } from '../../../db/queries/sessions.ts';
import { findUserByEmail, findUserById } from '../../../db/queries/users.ts';
import { makeAccount, PASSWORD, type TestApp, testApp } from '../../support/app.ts';
import { cpuOf } from '../../support/cpu.ts';
import { tally } from '../../support/tally.ts';
import { testFolder } from '../cli/support.ts';

const attack = tally();

const AUTHOR = '65a000000000000000000001';
const READER = '65a000000000000000000002';
const POST = '65a000000000000000000011';
const COMMENT = '65a000000000000000000021';
const EMAIL = 'author@old.example';
const times = { createdAt: '2024-01-11T10:00:00.000Z', updatedAt: '2024-01-12T10:00:00.000Z' };

type Raw = Record<string, unknown>;

/** The old site: an author with a post, a comment on it and a like; a reader. */
function oldSite(author: Raw = {}) {
  const user = { isAdmin: false, profilePicture: 'https://cdn.example/p.png', ...times };
  return {
    format: 'inkwell-export',
    version: 1,
    users: [
      { _id: AUTHOR, ...user, username: 'author', email: EMAIL, ...author },
      { _id: READER, ...user, username: 'reader', email: 'reader@old.example' },
    ] as Raw[],
    posts: [
      { _id: POST, userId: AUTHOR, title: 'Old', slug: 'old', content: '<p>x</p>', ...times },
    ],
    comments: [
      { _id: COMMENT, postId: POST, userId: AUTHOR, content: 'Mine', likes: [AUTHOR], ...times },
    ],
  };
}

/** Imports a site; returns what the terminal showed. */
async function importSite(
  { services }: TestApp,
  site: object,
  options: { merge?: boolean; report?: string } = {},
): Promise<string> {
  const file = join(await testFolder(), 'site.json');
  await writeFile(file, JSON.stringify(site));
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  await importContent({ env: services.env, from: { file }, say, ...options });
  return said.join('\n');
}

async function ownersOf({ call, database }: TestApp) {
  const { body } = await call(`GET /api/post/getposts?postId=${POST}`);
  const [comment] = await listComments(database.read, { startIndex: 0, limit: 9 });
  const thread = await call(`GET /api/comment/getPostComments/${POST}`);
  return [body.posts[0]?.userId, comment?.userId, thread.body[0]?.likes];
}

describe('an account that a stranger registered with an author’s email', () => {
  const squat = (test: TestApp) =>
    makeAccount(test.database, { username: 'squatter', email: EMAIL });

  it('an account that a stranger registered with an author’s email gets nothing of the author, who keeps everything under the old id', async () => {
    await attack('pre-registered accounts', async () => {
      const test = await testApp();
      const stranger = await squat(test);
      const said = await importSite(test, oldSite());
      expect(await ownersOf(test)).toEqual([AUTHOR, AUTHOR, [AUTHOR]]);
      const author = await findUserById(test.database.read, AUTHOR);
      expect(author).toMatchObject({
        username: 'author',
        email: `${AUTHOR}@imported.invalid`,
        emailVerified: false,
      });
      expect(await findUserById(test.database.read, stranger.id)).toEqual(stranger);
      expect(said).toContain(EMAIL);
      expect(said).toContain('"squatter"');
      expect(said).toContain('--merge');
    });
  });

  it('an account that a stranger registered with an author’s email gets nothing when it has the author’s replacement address', async () => {
    await attack('pre-registered accounts', async () => {
      const test = await testApp();
      await squat(test);
      // Ids of authors are public: they stand in every post.
      const email = `${AUTHOR}@imported.invalid`;
      await makeAccount(test.database, { email });
      const readers = await makeAccount(test.database, { email: `${READER}@imported.invalid` });
      const site = oldSite();
      Object.assign(site.users[1] ?? {}, { email: 'no address' });
      await importSite(test, site);
      expect(await ownersOf(test)).toEqual([AUTHOR, AUTHOR, [AUTHOR]]);
      expect((await findUserById(test.database.read, AUTHOR))?.email).not.toBe(email);
      expect((await findUserById(test.database.read, READER))?.email).not.toBe(readers.email);
    });
  });

  it('an account that a stranger registered with an author’s email gets nothing when an export claims that its address is verified', async () => {
    await attack('pre-registered accounts', async () => {
      const test = await testApp();
      const stranger = await squat(test);
      await importSite(test, oldSite({ emailVerified: true }));
      expect(await ownersOf(test)).toEqual([AUTHOR, AUTHOR, [AUTHOR]]);
      expect(await findUserById(test.database.read, stranger.id)).toEqual(stranger);
    });
  });

  it('an account that a stranger registered with an author’s email becomes the author with --merge, even after an import without it', async () => {
    const direct = await testApp();
    const account = await squat(direct);
    const said = await importSite(direct, oldSite(), { merge: true });
    expect(await ownersOf(direct)).toEqual([account.id, account.id, [account.id]]);
    expect(said).not.toContain('--merge');

    const later = await testApp();
    const known = await squat(later);
    await importSite(later, oldSite());
    expect(await importSite(later, oldSite()), 'still said').toContain('--merge');
    await importSite(later, oldSite(), { merge: true });
    expect(await ownersOf(later)).toEqual([known.id, known.id, [known.id]]);
    expect(await findUserById(later.database.read, AUTHOR)).toBeUndefined();
  });

  it('an account that a stranger registered with an author’s email leaves the address to the author once it is deleted', async () => {
    const test = await testApp();
    const stranger = await squat(test);
    await importSite(test, oldSite({ emailVerified: true }));
    await test.call(`DELETE /api/user/delete/${stranger.id}`, { as: stranger });
    await importSite(test, oldSite({ emailVerified: true }));
    const author = await findUserByEmail(test.database.read, EMAIL);
    expect(author).toMatchObject({ id: AUTHOR, emailVerified: true });
  });

  it.each([
    ['proved the address', { emailVerified: true }],
    ['is an administrator, appointed by the owner', { role: 'administrator' as const }],
  ])('is merged when it %s', async (_, values) => {
    const test = await testApp();
    const account = await makeAccount(test.database, { email: EMAIL, ...values });
    await importSite(test, oldSite());
    expect(await ownersOf(test)).toEqual([account.id, account.id, [account.id]]);
  });
});

/** A hash of several times the usual cost would take seconds. */
async function expectCheapRefusal({ call }: TestApp): Promise<void> {
  const spent = await cpuOf(async () => {
    const json = { email: EMAIL, password: PASSWORD };
    expect((await call('POST /api/auth/signin', { json })).status).toBe(401);
  });
  expect(spent).toBeLessThan(1_500);
}

const SALT = 'Ctk0mXkzj1lLu4sI757plw';
const DIGEST = 'dO6oslf+urmEGcXWycUgnftdOsfR3RRsap4gBhdYvQo';
const argon2 = (parameters: string, salt = SALT, digest = DIGEST) =>
  `$argon2id$v=19$${parameters}$${salt}$${digest}`;

describe('a password hash in an export', () => {
  it.each([
    ['4 GiB of memory', argon2('m=4194304,t=1,p=1')],
    ['1 GB of memory', argon2('m=999999,t=1,p=1')],
    ['99 passes', argon2('m=65536,t=99,p=1')],
    ['99 threads', argon2('m=19456,t=2,p=99')],
    ['no passes', argon2('m=19456,t=0,p=1')],
    ['no threads', argon2('m=19456,t=2,p=0')],
    ['less memory than its threads need', argon2('m=8,t=2,p=4')],
    ['a number with a leading zero', argon2('m=019456,t=2,p=1')],
    ['a salt that isn’t base64', argon2('m=19456,t=2,p=1', 'Ctk0mXkzj1lLu')],
    ['a digest that isn’t base64', argon2('m=19456,t=2,p=1', SALT, 'a'.repeat(17))],
    ['bcrypt at cost 31', `$2b$31$${'a'.repeat(53)}`],
    ['bcrypt at cost 13', `$2b$13$${'a'.repeat(53)}`],
    ['bcrypt at cost 0', `$2b$00$${'a'.repeat(53)}`],
    ['an object', { toString: 'x' }],
  ])(
    'with %s is left out, said on the terminal, and costs nothing at sign-in',
    async (_, password) => {
      await attack('hostile password hashes', async () => {
        const test = await testApp();
        const said = await importSite(test, oldSite({ password }));
        const user = await findUserById(test.database.read, AUTHOR);
        expect(user).toMatchObject({ email: EMAIL, passwordHash: null });
        expect(said).toMatch(/1 account was imported without a password[\s\S]*author/);
        await expectCheapRefusal(test);
      });
    },
  );

  it('a password hash in an export of a common kind is kept', async () => {
    for (const password of [
      argon2('m=19456,t=2,p=1'),
      argon2('m=65536,t=3,p=4'),
      argon2('m=65536,t=4,p=1'),
      `$2b$12$${'a'.repeat(53)}`,
    ]) {
      const test = await testApp();
      const said = await importSite(test, oldSite({ password }));
      const user = await findUserById(test.database.read, AUTHOR);
      expect(user?.passwordHash).toBe(password);
      expect(said).not.toContain('without a password');
    }
  });

  it('a password hash in an export is never one that the library can’t read', async () => {
    await attack('hostile password hashes', async () => {
      const random = (max: number) => Math.floor(Math.random() * max);
      const text = (max: number) =>
        randomBytes(max)
          .toString('base64')
          .slice(0, random(2 * max));
      let accepted = 0;
      for (let n = 0; n < 4000; n++) {
        const hash = argon2(`m=${random(99)},t=${random(4)},p=${random(7)}`, text(60), text(60));
        if (!isUsableArgon2(hash)) continue;
        accepted++;
        await verify(hash, PASSWORD);
      }
      expect(accepted).toBeGreaterThan(20);
    });
  });

  it('a password hash in an export that an earlier version accepted is refused at sign-in', async () => {
    await attack('hostile password hashes', async () => {
      const test = await testApp();
      const stored = argon2('m=999999,t=20,p=1');
      await makeAccount(test.database, { email: EMAIL, passwordHash: stored });
      await expectCheapRefusal(test);
    });
  });
});

it('an import that changes a password ends the sessions of that account', async () => {
  const test = await testApp();
  await importSite(test, oldSite());
  const now = new Date();
  const times = { createdAt: now, provenAt: now, expiresAt: new Date(now.getTime() + 60_000) };
  const values = { idHash: 'a'.repeat(64), userId: AUTHOR, ...times };
  await test.database.transaction((tx) => insertSession(tx, values));
  await importSite(
    test,
    oldSite({ password: argon2('m=19456,t=2,p=1'), updatedAt: '2025-01-01T00:00:00Z' }),
  );
  expect(await listUserSessions(test.database.read, AUTHOR)).toEqual([]);
});

it('only the owner can read exports and reports, which have emails and hashes', async () => {
  await attack('readable files', async () => {
    const test = await testApp();
    const folder = await testFolder();
    const report = join(folder, 'report.json');
    const file = join(folder, 'export.json');
    for (const path of [report, file]) await writeFile(path, 'old', { mode: 0o644 });
    await makeAccount(test.database, { username: 'squatter', email: EMAIL });
    await importSite(test, oldSite(), { report });
    expect(await readFile(report, 'utf8')).toContain(EMAIL);
    const { env } = test.services;
    await exportContent({ env, file, force: true, withPasswords: true, say: () => undefined });
    for (const path of [report, file]) expect((await stat(path)).mode & 0o777, path).toBe(0o600);
  });
});
