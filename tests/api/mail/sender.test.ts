import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadEnv } from '../../../api/env.ts';
import { createLogger } from '../../../api/http/log.ts';
import { nextAttempt } from '../../../api/mail/lane.ts';
import { queueMail } from '../../../api/mail/queue.ts';
import { startMail } from '../../../api/mail/start.ts';
import { LINKS, NOTICES, SECURITY } from '../../../api/mail/texts/texts.ts';
import { Node } from '../../../api/nodes/node.ts';
import { findDueMail, insertMail } from '../../../db/queries/mail.ts';
import { mail } from '../../../db/schema.ts';
import { testDatabase } from '../../support/database.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { storeSite } from '../../support/site.ts';

type ServerOptions = Parameters<typeof startMailServer>[0];

/** No part of it is an address or a header. */
const NAME = 'Ünïcode "Site" <x@example.net>, y@example.net, Inc.';

const WAIT = { timeout: 30_000 };

/** Starts a server and a sender, with credentials in the settings. */
async function startSending(options: ServerOptions = {}, role: 'all' | 'web' = 'all') {
  const server = await startMailServer(options);
  onTestFinished(() => server.stop());
  const database = await testDatabase();
  await storeSite(database, { name: NAME });
  const lines: string[] = [];
  const log = createLogger('debug', { write: (line) => void lines.push(line) });
  const env = loadEnv({
    SMTP_URL: server.url.replace('//', '//some-user:S3cr%40t@'),
    MAIL_FROM: 'noreply@blog.example.com',
    SITE_URL: 'https://blog.example.com',
    ROLE: role,
  });
  const now = () => new Date();
  const start = () => {
    const node = new Node({ database, id: `node-${Math.random()}`, role, log });
    const mailer = startMail({ env, database, node, log, now });
    onTestFinished(() => node.stop());
    return { node, mailer };
  };
  const { node, mailer } = start();
  const send = (to: string, dedupeKey?: string) =>
    database.transaction((tx) =>
      queueMail(
        tx,
        { env, now, mailer },
        {
          kind: 'reset-password',
          to,
          ...(dedupeKey && { dedupeKey }),
          payload: { username: '<b>\r\nBcc: x@example.com', token: 'secret-token', code: '123456' },
        },
      ),
    );
  const rows = () => database.read.select().from(mail);
  return { server, database, send, rows, node, start, logged: () => lines.join('') };
}

const acceptLogin: ServerOptions = {
  onAuth: (auth, _session, callback) =>
    auth.password === 'S3cr@t' ? callback(null, { user: 'x' }) : callback(new Error('Wrong')),
};

test('sends text and HTML, then erases what the mail said', async () => {
  const { server, send, rows } = await startSending(acceptLogin);
  await send('a.person@example.com');
  const got = await server.wait('a.person@example.com', /Reset your/);
  expect(got.from).toContain('noreply@blog.example.com');
  expect(got.headers.get('from')).toMatchObject({ value: [{ name: NAME }] });
  expect(got.text).toContain('https://blog.example.com/reset-password?token=secret-token');
  expect(got.text).toContain('123456');
  expect(got.html).toContain('href="https://blog.example.com/reset-password?token=secret-token"');
  expect(got.html).toContain('&lt;b&gt;');
  expect(got.headers.get('auto-submitted')).toBe('auto-generated');
  expect(got.headers.has('bcc')).toBe(false);
  await vi.waitFor(async () => {
    const [row] = await rows();
    expect(row).toMatchObject({ state: 'sent', payload: '', attempts: 1, error: null });
    expect(got.messageId).toBe(`<${row?.id}@blog.example.com>`);
  }, WAIT);
});

test('addresses with unusual, valid forms arrive; none can add a recipient', async () => {
  const { server, send } = await startSending(acceptLogin);
  const addresses = [
    "o'brien+a=b@mail.example.com",
    '{x}/y!z%w@example.co.uk',
    'a@xn--mnchen-3ya.example',
  ];
  for (const to of addresses) await send(to);
  await server.wait("o'brien+a=b@mail.example.com", /Reset/);
  await server.wait('{x}/y!z%w@example.co.uk', /Reset/);
  // As the server decodes it.
  await server.wait('a@münchen.example', /Reset/);
  await send('a@example.com, b@example.com');
  await send('end@example.com');
  await server.wait('end@example.com', /Reset/);
  expect(server.received.every(({ to }) => to.length === 1)).toBe(true);
  expect(server.received.flatMap(({ to }) => to)).not.toContain('b@example.com');
});

test('keeps the words of the server, tries again, and has one Message-ID', async () => {
  const ids: string[] = [];
  const { server, database, send, rows, logged } = await startSending({
    ...acceptLogin,
    onMail({ messageId }) {
      ids.push(messageId);
      if (ids.length === 1) {
        throw Object.assign(new Error('Try later, S3cr@t'), { responseCode: 451 });
      }
    },
  });
  await send('a@example.com');
  await vi.waitFor(async () => {
    expect((await rows())[0]).toMatchObject({ state: 'queued', attempts: 1 });
  }, WAIT);
  const [row] = await rows();
  expect(row?.error).toContain('Try later, …');
  const wait = (row?.notBefore.getTime() ?? 0) - Date.now();
  expect(wait).toBeGreaterThan(5_000);
  expect(wait).toBeLessThanOrEqual(30_000);
  await database.transaction((tx) => tx.update(mail).set({ notBefore: new Date() }));
  await server.wait('a@example.com', /Reset/);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  expect(logged()).not.toMatch(/S3cr|secret-token|some-user/);
});

test('a mail that the server refuses for good is given up, and others pass', async () => {
  const { server, send, rows } = await startSending({
    ...acceptLogin,
    onRcptTo: ({ address }, _session, callback) =>
      address.startsWith('gone')
        ? callback(Object.assign(new Error('No such user'), { responseCode: 550 }))
        : callback(),
  });
  await send('gone@example.com');
  await send('here@example.com');
  await server.wait('here@example.com', /Reset/);
  await vi.waitFor(async () => {
    const gone = (await rows()).find(({ to }) => to.startsWith('gone'));
    expect(gone).toMatchObject({ state: 'failed', payload: '' });
    expect(gone?.error).toContain('No such user');
  }, WAIT);
});

test('what failed before a start is tried again at once', async () => {
  const { server, database, send, rows, node, start } = await startSending({
    onAuth: (_auth, _session, callback) =>
      isOpen ? callback(null, { user: 'x' }) : callback(new Error('Not yet')),
  });
  let isOpen = false;
  await send('a@example.com');
  await vi.waitFor(async () => expect((await rows())[0]?.error).toContain('Not yet'), WAIT);
  await node.stop();
  const later = new Date(Date.now() + 3_600_000);
  await database.transaction((tx) => tx.update(mail).set({ notBefore: later }));
  isOpen = true;
  start();
  await server.wait('a@example.com', /Reset/);
});

test('of two nodes, one sends, and the other takes over', async () => {
  const { server, send, node, start } = await startSending(acceptLogin);
  start();
  for (let n = 0; n < 5; n++) await send(`a${n}@example.com`);
  await server.wait('a4@example.com', /Reset/);
  await node.stop();
  await send('b@example.com');
  await server.wait('b@example.com', /Reset/);
  expect(server.received).toHaveLength(6);
});

test('a link isn’t delayed by a thousand notices, or by a server that takes long for one', async () => {
  const { promise: answered, resolve: letGo } = Promise.withResolvers<void>();
  const { server, database, send, rows } = await startSending({
    ...acceptLogin,
    onMail: ({ subject }) => (/password was changed/.test(subject) ? answered : undefined),
  });
  const payload = JSON.stringify({ username: 'a', at: new Date(0).toISOString() });
  await database.transaction(async (tx) => {
    for (let n = 0; n < 1_000; n++) {
      const notice = { kind: 'password-changed', to: `n${n}@example.com`, payload };
      await insertMail(tx, { ...notice, lane: SECURITY, createdAt: new Date(0) });
    }
  });
  await send('waiting@example.com');
  await server.wait('waiting@example.com', /Reset/);
  expect((await rows()).filter(({ state }) => state === 'sent').length).toBeLessThanOrEqual(1);
  expect(server.received).toHaveLength(1);
  letGo();
});

test('notices about the account go before notices about comments', async () => {
  const { database, rows } = await startSending(acceptLogin, 'web');
  const queue = (lane: number) =>
    database.transaction((tx) =>
      insertMail(tx, { kind: 'test', to: `${lane}`, payload: '', lane, createdAt: new Date(0) }),
    );
  await queue(NOTICES);
  await queue(SECURITY);
  const next = async (lane: number) => (await findDueMail(database.read, lane, new Date()))?.to;
  expect([await next(LINKS), await next(SECURITY), await next(NOTICES)]).toEqual([
    undefined,
    '1',
    '2',
  ]);
  expect(await rows()).toHaveLength(2);
});

test('two mails with the same key are one', async () => {
  const { send, rows } = await startSending(acceptLogin, 'web');
  await send('a@example.com', 'key');
  await send('b@example.com', 'key');
  expect((await rows()).map(({ to, state }) => `${to} ${state}`)).toEqual(['a@example.com queued']);
});

test('a rolled-back transaction sends nothing', async () => {
  const { database, rows } = await startSending(acceptLogin, 'web');
  const env = loadEnv({ SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@example.com' });
  const services = { env, now: () => new Date() };
  const payload = { username: 'a', at: new Date().toISOString() };
  const failing = database.transaction(async (tx) => {
    await queueMail(tx, services, { kind: 'test', to: 'a@example.com', payload });
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  expect(await rows()).toEqual([]);
  expect(await database.read.select().from(mail).where(eq(mail.kind, 'test'))).toEqual([]);
});

test('attempts come less often, and end after two days', () => {
  const createdAt = new Date(0);
  const minutes = (attempts: number) => {
    const next = nextAttempt({ attempts, createdAt }, createdAt);
    return next && next.getTime() / 60_000;
  };
  expect(minutes(0)).toBeLessThanOrEqual(0.5);
  expect([1, 2, 3, 4, 5, 6, 7].map(minutes)).toEqual([1, 5, 15, 60, 120, 240, 240]);
  const late = new Date(48 * 3_600_000);
  expect(nextAttempt({ attempts: 20, createdAt }, late)).toBeNull();
});
