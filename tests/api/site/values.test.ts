import { expect, test } from 'vitest';
import { DEFAULTS } from '../../../api/site/read-site.ts';
import { createAccount, resetPassword } from '../../../cli/accounts.ts';
import { mail } from '../../../db/schema.ts';
import { solveChallenge } from '../../../src/lib/puzzle.ts';
import { makeAccount, PASSWORD, testApp } from '../../support/app.ts';
import { makePost } from '../../support/database.ts';
import { storeSite } from '../../support/site.ts';

const RESERVED = 'This username is reserved. Please choose another.';
const WITH_NAME = 'Password must not contain the name of this site. Please choose another.';

async function setUp(values: Record<string, unknown> = { name: 'Slow Web' }) {
  const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'noreply@example.com' };
  const app = await testApp({ env });
  const signUp = (username: string, password = PASSWORD) =>
    app.call('POST /api/auth/signup', {
      json: { username, email: `${username}@example.org`, password },
    });
  return { ...app, signUp, store: () => storeSite(app.database, values) };
}

test('the stored name is reserved as a username at once, and the default is free', async () => {
  const { signUp, store } = await setUp();
  expect((await signUp('Inkwell')).body.message).toBe(RESERVED);
  expect((await signUp('other-1')).status).toBe(201);
  await store();
  expect((await signUp('5low_Web')).body).toMatchObject({ statusCode: 400, message: RESERVED });
  expect((await signUp('Inkwell')).status).toBe(201);
});

test('a user can’t take the stored name later', async () => {
  const { database, call, store } = await setUp();
  await store();
  const as = await makeAccount(database);
  const rename = (username: string) =>
    call(`PUT /api/user/update/${as.id}`, { as, json: { username } });
  expect((await rename('slow.web')).body).toMatchObject({ statusCode: 400, message: RESERVED });
  expect((await rename('Inkwell')).status).toBe(200);
});

test('passwords must not contain the stored name', async () => {
  const { signUp, store, database, services } = await setUp();
  await store();
  expect((await signUp('ada', 'my slowweb secret')).body.message).toBe(WITH_NAME);
  expect((await signUp('ada', 'my inkwell secret')).status).toBe(201);
  const context = { database, now: services.now };
  const input = { username: 'bob', email: 'bob@example.org', role: 'reader' } as const;
  const password = 'my slowweb secret';
  await expect(createAccount(context, { ...input, password })).rejects.toThrow(WITH_NAME);
  await expect(resetPassword(context, 'ada', password)).rejects.toThrow(WITH_NAME);
});

test('authenticator apps and passkeys show the stored name', async () => {
  const { database, call, store } = await setUp();
  await store();
  const as = await makeAccount(database, { role: 'administrator' });
  const totp = await call('POST /api/auth/second-factor/totp/begin', { as });
  expect(decodeURIComponent(JSON.stringify(totp.body))).toContain('Slow Web');
  const passkey = await call('POST /api/auth/passkeys/begin', { as });
  expect(JSON.stringify(passkey.body)).toContain('"name":"Slow Web"');
});

test('contact messages go to the stored address', async () => {
  const contact = { ...DEFAULTS.contact, email: 'me@example.org' };
  const { database, call, store } = await setUp({ contact });
  await store();
  const check = await solveChallenge(
    (await call('POST /api/contact/challenge')).body,
    () => undefined,
  );
  const json = { name: 'Ada', email: 'ada@example.com', message: 'Hello', check };
  expect((await call('POST /api/contact', { json })).status).toBe(202);
  expect(await database.read.select().from(mail)).toMatchObject([{ to: 'me@example.org' }]);
});

test('categories in use have the stored labels', async () => {
  const go = { slug: 'go', label: 'Go', chipLabel: 'Golang' };
  const { database, call, store } = await setUp({ categories: [...DEFAULTS.categories, go] });
  await makePost(database, { category: 'go' });
  const read = async () => (await call('GET /api/post/categories')).body.categories;
  expect(await read()).toEqual([{ slug: 'go', label: 'go' }]);
  await store();
  expect(await read()).toEqual([{ slug: 'go', label: 'Golang' }]);
});

test('the label that an author types doesn’t replace the stored one', async () => {
  const go = { slug: 'go', label: 'Go' };
  const { database, call, store } = await setUp({ categories: [...DEFAULTS.categories, go] });
  await store();
  const as = await makeAccount(database, { role: 'administrator' });
  const json = { title: 'T', content: '<p>x</p>', category: 'GO' };
  expect((await call('POST /api/post/create', { as, json })).status).toBe(201);
  const { body } = await call('GET /api/post/categories');
  expect(body.categories).toEqual([{ slug: 'go', label: 'Go' }]);
});

test('comment feeds have the stored name and language', async () => {
  const { database, call, store } = await setUp({ name: 'Slow Web', language: 'de' });
  const post = await makePost(database);
  await store();
  const { body } = await call(`GET /post/${post.slug}/comments.xml`);
  expect(body).toContain('Slow Web');
  expect(body).toMatch(/lang="de"/);
});
