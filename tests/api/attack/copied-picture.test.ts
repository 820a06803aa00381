import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { copyPicture, pictureCopiesEnded } from '../../../api/auth/providers/picture.ts';
import { findUserById } from '../../../db/queries/users.ts';
import { makeAccount, testApp } from '../../support/app.ts';
import { tally } from '../../support/tally.ts';
import { type GoogleApp, googleApp, person, TestBrowser } from '../providers/support.ts';

const attempt = tally();
const KIND = 'server-side request forgery through pictures';
/** Pictures are decoded in a child process. */
const PATIENT = { timeout: 20_000 };

let png: Buffer;
beforeAll(async () => {
  png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } })
    .png()
    .toBuffer();
});

const uploads = (app: GoogleApp) =>
  readdir(join(app.services.env.dataDir, 'uploads')).then(
    (names) => names.filter((name) => name !== '.tmp'),
    () => [],
  );

/**
 * Signs in a user whose picture the provider serves with this handler. Returns the browser and the
 * account.
 */
async function signInWithPicture(
  app: GoogleApp,
  answer: (response: ServerResponse) => void,
  sub = 'ada',
) {
  const path = `/picture-of-${sub}`;
  app.provider.pictures.set(path, answer);
  const ada = person(app.provider, { sub, picture: `${app.provider.issuer}${path}` });
  const browser = new TestBrowser(app);
  const { user } = (await browser.signIn(ada)).body;
  return { browser, user, ada };
}

/** A failed copy is logged. */
const failed = (app: GoogleApp) =>
  expect
    .poll(() => app.logged().map(({ msg }) => msg), PATIENT)
    .toContain('the picture of a linked account could not be copied');

describe('the picture of a new account', () => {
  test('the picture of a new account is copied into our storage after the response', async () => {
    const app = await googleApp();
    const { browser, user } = await signInWithPicture(app, (response) => response.end(png));
    expect(user.profilePicture).toMatch(/^\/avatars\//);
    await expect
      .poll(async () => (await browser.whoAmI()).profilePicture, PATIENT)
      .toMatch(/^\/uploads\/\d{13}-[0-9a-f]{12}\.jpg$/);
    const { profilePicture } = await browser.whoAmI();
    expect((await app.call(`GET /api/user/${user._id}`)).body.profilePicture).toBe(profilePicture);
    expect(await uploads(app)).toContain(profilePicture.split('/').at(-1));
  });

  test('doesn’t delay the sign-in', async () => {
    const app = await googleApp();
    const { user } = await signInWithPicture(app, () => undefined);
    expect(user.profilePicture).toMatch(/^\/avatars\//);
    await app.provider.stop();
    await failed(app);
  });

  test('doesn’t replace one that was chosen in the meantime', async () => {
    const app = await googleApp();
    let go: (() => void) | undefined;
    const { browser, user } = await signInWithPicture(app, (response) => {
      go = () => response.end(png);
    });
    await expect.poll(() => go, PATIENT).toBeDefined();
    const chosen = { profilePicture: '/avatars/x-1.svg' };
    await browser.call(`PUT /api/user/update/${user._id}`, { json: chosen });
    go?.();
    const next = await signInWithPicture(app, (response) => response.end(png), 'grace');
    await expect
      .poll(async () => (await next.browser.whoAmI()).profilePicture, PATIENT)
      .toMatch(/^\/uploads\//);
    await pictureCopiesEnded();
    expect(await browser.whoAmI()).toMatchObject(chosen);
    const { profilePicture } = await next.browser.whoAmI();
    const stem = profilePicture.split('/').at(-1).replace('.jpg', '');
    expect((await uploads(app)).filter((name) => !name.startsWith(stem))).toEqual([]);
  });

  test('the picture of a new account is copied at the next sign-in of an account that still links to it', async () => {
    const app = await googleApp();
    app.provider.pictures.set('/old', (response) => response.end(png));
    const picture = `${app.provider.issuer}/old`;
    const ada = person(app.provider, { picture });
    await makeAccount(app.database, { email: ada.email ?? '', profilePicture: picture });
    const browser = new TestBrowser(app);
    await browser.signIn(ada);
    await expect
      .poll(async () => (await browser.whoAmI()).profilePicture, PATIENT)
      .toMatch(/^\/uploads\//);
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['not a picture', (response) => response.end('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['damaged', (response) => response.end(png.subarray(0, 60))],
    ['too large', (response) => response.end(Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)]))],
    ['not there', (response) => response.writeHead(404).end(png)],
    [
      'cut off',
      (response) =>
        response.writeHead(200, { 'Content-Length': 9999 }).write(png, () => response.destroy()),
    ],
  ])('stays the generated one when Google’s is %s', async (_what, answer) => {
    const app = await googleApp();
    const { browser, user } = await signInWithPicture(app, answer);
    await failed(app);
    expect((await browser.whoAmI()).profilePicture).toBe(user.profilePicture);
    expect(await uploads(app)).toEqual([]);
  });
});

test('the picture of a new account counts against the upload quota', async () => {
  const app = await googleApp({ env: { UPLOAD_QUOTA: 'member=100B' } });
  const { browser, user } = await signInWithPicture(app, (response) => response.end(png));
  await failed(app);
  expect((await browser.whoAmI()).profilePicture).toBe(user.profilePicture);
  expect(await uploads(app)).toEqual([]);
});

/** A server in our own network that must get no requests. */
async function insider() {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.end(png);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return { port: address.port, asked: () => asked };
}

describe('the address of a picture', () => {
  test('the address of a picture isn’t followed when it redirects to another server', () =>
    attempt(KIND, async () => {
      const app = await googleApp();
      const { port, asked } = await insider();
      const { browser } = await signInWithPicture(app, (response) =>
        response.writeHead(302, { Location: `http://127.0.0.1:${port}/` }).end(),
      );
      await failed(app);
      expect(asked()).toBe(0);
      expect((await browser.whoAmI()).profilePicture).toMatch(/^\/avatars\//);
    }));

  test.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'])(
    'on another port of %s is not asked for',
    (host) =>
      attempt(KIND, async () => {
        const app = await googleApp();
        const { port, asked } = await insider();
        const { services } = app;
        const user = await makeAccount(app.database);
        await copyPicture(services, user.id, `http://${host}:${port}/a.png`);
        expect(asked()).toBe(0);
      }),
  );

  test.each([
    'https://evilgoogleusercontent.com/a.png',
    'https://googleusercontent.com.evil.example/a.png',
    'https://lh3.googleusercontent.com:8443/a.png',
    'http://lh3.googleusercontent.com/a.png',
    'https://127.0.0.1/a.png',
    'https://169.254.169.254/latest/meta-data',
    'https://accounts.google.com/logout',
    'https://evil.example/lh3.googleusercontent.com',
    'https://lh3.googleusercontent.com@evil.example/a.png',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    '/uploads/a.png',
  ])('of Google that is %s is not asked for', (address) =>
    attempt(KIND, async () => {
      const fetched = vi.fn(async () => new Response(new Uint8Array(png)));
      vi.stubGlobal('fetch', fetched);
      const env = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
      const { services, database } = await testApp({ env });
      const user = await makeAccount(database, { profilePicture: address });
      await copyPicture(services, user.id, address);
      expect(fetched).not.toHaveBeenCalled();
    }),
  );

  test('the address of a picture must be on one of Google’s picture hosts for Google', async () => {
    const fetched = vi.fn(async () => new Response(new Uint8Array(png)));
    vi.stubGlobal('fetch', fetched);
    const env = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
    const { services, database } = await testApp({ env });
    const address = 'https://lh3.googleusercontent.com/a/ACg8ocK=s96-c';
    const user = await makeAccount(database, { profilePicture: address });
    await copyPicture(services, user.id, address);
    expect(fetched).toHaveBeenCalledExactlyOnceWith(
      new URL(address),
      expect.objectContaining({ redirect: 'error', signal: expect.any(AbortSignal) }),
    );
    const after = await findUserById(database.read, user.id);
    expect(after?.profilePicture).toMatch(/^\/uploads\//);
  });
});
