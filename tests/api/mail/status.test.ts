import { expect, test } from 'vitest';
import { EnvError, loadEnv } from '../../../api/env.ts';
import { cleanUpMail } from '../../../api/mail/cleanup.ts';
import { readMailDns } from '../../../api/mail/dns.ts';
import { markMailFailed, markMailSent } from '../../../db/queries/mail.ts';
import { findUserByEmail } from '../../../db/queries/users.ts';
import { mail, sessions, tokens } from '../../../db/schema.ts';
import { makeAccount, PASSWORD, testApp } from '../../support/app.ts';
import { makeComment, makePost } from '../../support/database.ts';
import { MAIL, mailApp } from './support.ts';

const DAY_MS = 24 * 60 * 60_000;

test('administrators see the queue, without what the mails say or the password', async () => {
  const app = await mailApp({ env: { SMTP_URL: 'smtp://me:secret@mail.example.com:587' } });
  const admin = await makeAccount(app.database, { role: 'administrator' });
  const sent = await app.call('POST /api/mail/test', { as: admin });
  expect(sent).toMatchObject({ status: 202, body: { success: true } });
  const [row] = await app.database.read.select().from(mail);
  const outcome = { error: '450 Busy', notBefore: new Date() };
  await app.database.transaction((tx) => markMailFailed(tx, row?.id ?? '', outcome));
  const { body } = await app.call('GET /api/mail/status', { as: admin });
  expect(body).toMatchObject({
    server: { host: 'mail.example.com:587', from: 'noreply@example.com' },
    counts: { queued: 1, sent: 0, failed: 0 },
    problems: [{ kind: 'test', to: admin.email, attempts: 1, error: '450 Busy' }],
  });
  expect(JSON.stringify(body)).not.toMatch(/secret|username|payload/);
});

test('without mail, administrators see that there is none', async () => {
  const app = await testApp();
  const admin = await makeAccount(app.database, { role: 'administrator' });
  const { body } = await app.call('GET /api/mail/status', { as: admin });
  expect(body).toMatchObject({ server: null, recent: [], problems: [] });
  const test = await app.call('POST /api/mail/test', { as: admin });
  expect([test.status, test.body.code]).toEqual([503, 'no_mail']);
});

test('DNS: the records of the domain, of its parent for DMARC, and keys by common names', async () => {
  const records: Record<string, string[]> = {
    'mail.example.com': ['google-site-verification=x', 'v=spf1 include:spf.example.net -all'],
    's1._domainkey.mail.example.com': ['v=DKIM1; k=rsa; p=abc'],
    '_dmarc.example.com': ['v=DMARC1; p=none'],
  };
  expect(await readMailDns('mail.example.com', async (name) => records[name] ?? [])).toEqual({
    domain: 'mail.example.com',
    spf: 'v=spf1 include:spf.example.net -all',
    dkim: ['s1'],
    dmarc: 'v=DMARC1; p=none',
  });
  const silent = () => Promise.reject(new Error('timeout'));
  expect(await readMailDns('example.com', silent)).toMatchObject({ spf: null, dkim: null });
});

test('accounts that did not confirm their email in 30 days, and did nothing, are deleted', async () => {
  let now = new Date();
  const app = await mailApp({ services: { now: () => now } });
  const join = async (name: string) => {
    const json = { username: name, email: `${name}@example.com`, password: PASSWORD };
    expect((await app.call('POST /api/auth/signup', { json })).status).toBe(201);
    const user = await findUserByEmail(app.database.read, json.email);
    if (user === undefined) throw new Error('No user');
    return user;
  };
  const [silent, commenter, signedIn] = [
    await join('silent'),
    await join('talks'),
    await join('signed-in'),
  ];
  const old = await makeAccount(app.database, { createdAt: new Date(now.getTime() - 90 * DAY_MS) });
  const post = await makePost(app.database);
  await makeComment(app.database, { postId: post.id, userId: commenter.id });
  for (const { id } of await app.database.read.select({ id: mail.id }).from(mail)) {
    await app.database.transaction((tx) => markMailSent(tx, id, now));
  }
  const left = async () => {
    await cleanUpMail(app.services);
    const users = [silent, commenter, signedIn, old];
    const found = users.map(({ email }) => findUserByEmail(app.database.read, email));
    return (await Promise.all(found)).map((user) => user?.username ?? null);
  };
  now = new Date(now.getTime() + 29 * DAY_MS);
  await app.signIn(signedIn);
  const expiresAt = new Date(now.getTime() + 30 * DAY_MS);
  await app.database.transaction((tx) => tx.update(sessions).set({ expiresAt }));
  expect(await left()).not.toContain(null);
  now = new Date(now.getTime() + 2 * DAY_MS);
  // Nobody asked the old account to confirm its email.
  expect(await left()).toEqual([null, 'talks', 'signed-in', old.username]);
});

test('tokens stay for a week after they expire', async () => {
  let now = new Date();
  const app = await mailApp({ services: { now: () => now } });
  const user = await makeAccount(app.database);
  await app.call('POST /api/auth/forgot-password', { json: { email: user.email } });
  const count = async () => {
    await cleanUpMail(app.services);
    return await app.database.read.$count(tokens);
  };
  now = new Date(now.getTime() + 6 * DAY_MS);
  expect(await count()).toBe(1);
  now = new Date(now.getTime() + 2 * DAY_MS);
  expect(await count()).toBe(0);
});

test.each([
  [{ SMTP_URL: MAIL.SMTP_URL }, 'MAIL_FROM: is missing'],
  [{ MAIL_FROM: MAIL.MAIL_FROM }, 'SMTP_URL: is missing'],
  [{ ...MAIL, SMTP_URL: 'http://user:hunter2@mail.example.com' }, 'SMTP_URL: must be'],
  [{ ...MAIL, SMTP_URL: 'smtp://' }, 'SMTP_URL: must be'],
  [{ ...MAIL, MAIL_FROM: 'nobody' }, 'MAIL_FROM: must be'],
  [{ ...MAIL, MAIL_FROM: 'a@example.com, b@example.com' }, 'MAIL_FROM: must be'],
  [{ ...MAIL, MAIL_FROM: 'A\r\nBcc: x@example.com <a@example.com>' }, 'MAIL_FROM: must be'],
])('a start refuses %j', (env, line) => {
  expect(() => loadEnv(env)).toThrow(EnvError);
  expect(() => loadEnv(env)).toThrow(line);
  expect(() => loadEnv(env)).not.toThrow('hunter2');
});

test.each([
  ['noreply@example.com', { name: '', address: 'noreply@example.com' }],
  ['Inkwell <a@example.com>', { name: 'Inkwell', address: 'a@example.com' }],
  ['"Ink, well" <a@example.com>', { name: 'Ink, well', address: 'a@example.com' }],
])('the sender may be %s', (MAIL_FROM, from) => {
  expect(loadEnv({ ...MAIL, MAIL_FROM }).mail?.from).toEqual(from);
});
