import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { loadEnv } from '../../../api/env.ts';
import { createMailTransport } from '../../../api/mail/transport.ts';
import { DEFAULTS } from '../../../api/site/read-site.ts';
import { mail } from '../../../db/schema.ts';
import type { Answer } from '../../../src/lib/api-types.ts';
import { type SolvedChallenge, solveChallenge } from '../../../src/lib/puzzle.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { mailApp } from '../mail/support.ts';

const MESSAGE = {
  name: 'Ada',
  email: 'ada@example.com',
  message: 'Hello,\n\nabout your article …',
};

async function solved({ call }: TestApp): Promise<SolvedChallenge> {
  const { body } = await call('POST /api/contact/challenge');
  return await solveChallenge(body as Answer<'POST /api/contact/challenge'>, () => {});
}

const send = async (app: TestApp, given: object = {}) =>
  await app.call('POST /api/contact', {
    json: { ...MESSAGE, check: await solved(app), ...given },
  });

const queue = (app: TestApp) => app.database.read.select().from(mail);

describe('a message to the owner', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await mailApp();
  });

  test('a message is mailed to the owner’s address, and to no other', async () => {
    const answer = await send(app, { to: 'victim@example.com', cc: 'victim@example.com' });
    expect(answer).toMatchObject({ status: 202, body: { success: true } });
    const [queued, ...others] = await queue(app);
    expect(others).toEqual([]);
    expect(queued).toMatchObject({ kind: 'contact', to: DEFAULTS.contact.email });
    expect(JSON.parse(queued?.payload ?? '')).toEqual(MESSAGE);
  });

  test('a message needs a solved puzzle, which works once', async () => {
    const refused = await app.call('POST /api/contact', { json: MESSAGE });
    expect(refused).toMatchObject({ status: 428, body: { code: 'check_required' } });
    const check = await solved(app);
    expect((await send(app, { check })).status).toBe(202);
    expect((await send(app, { check })).status).toBe(428);
    expect(await queue(app)).toHaveLength(1);
  });

  test.each([
    ['without a name', { name: '' }, 'Please fill out all the fields.'],
    ['without words', { message: ' \n ' }, 'Please fill out all the fields.'],
    [
      'with an invisible name',
      { name: '\u200b' },
      'Name must have at least one visible character.',
    ],
    ['with a long name', { name: 'x'.repeat(101) }, 'Name must have at most 100 characters.'],
    [
      'that is too long',
      { message: 'x'.repeat(5_001) },
      'Message must have at most 5000 characters.',
    ],
    ['without an email', { email: 'nobody' }, 'Email is not a valid address.'],
    ['with two emails', { email: 'a@example.com,b@example.com' }, 'Email is not a valid address.'],
    [
      'with a header in the email',
      { email: 'a@example.com\r\nBcc: b@example.com' },
      'Email is not a valid address.',
    ],
  ])('a message %s is refused', async (_, fields, text) => {
    const json = { ...MESSAGE, ...fields };
    const refused = await app.call('POST /api/contact', { json });
    expect(refused).toMatchObject({ status: 400, body: { message: text } });
  });

  test('a message that is refused keeps its solved puzzle', async () => {
    const check = await solved(app);
    expect((await send(app, { email: 'nobody', check })).status).toBe(400);
    expect((await send(app, { check })).status).toBe(202);
  });

  test('a sender’s name is one line', async () => {
    await send(app, { name: 'Ada\r\nBcc: victim@example.com\u0000' });
    const [queued] = await queue(app);
    expect(JSON.parse(queued?.payload ?? '').name).toBe('Ada Bcc: victim@example.com');
  });
});

test('an address and the whole site have limits, which a refused message does not pass', async () => {
  const limit = (points: number) => ({ points, duration: 3600 });
  const own = await mailApp({ limits: { contact: limit(1) } });
  expect((await send(own)).status).toBe(202);
  const refused = await send(own);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/);
  const all = await mailApp({ limits: { contactSite: limit(1) } });
  expect([(await send(all)).status, (await send(all)).status]).toEqual([202, 429]);
  expect(await queue(all)).toHaveLength(1);
});

test('without mail, a message is refused', async () => {
  const refused = await send(await testApp());
  expect(refused).toMatchObject({ status: 503, body: { code: 'no_mail' } });
});

test('the owner’s mail is plain text, and its answer goes to the sender', async () => {
  const server = await startMailServer();
  onTestFinished(() => server.stop());
  const { mail: settings } = loadEnv({ SMTP_URL: server.url, MAIL_FROM: 'noreply@example.com' });
  if (!settings) throw new Error('No settings');
  const site = { name: 'Inkwell', url: 'https://blog.example.com' };
  const transport = createMailTransport({
    settings,
    siteOf: async () => site,
  });
  const payload = {
    name: 'Ada "A", <x@example.org>\r\nBcc: victim@example.org',
    email: 'ada@example.com',
    message: '<b>Hello</b>\r\n.\r\nBcc: victim@example.org',
  };
  await transport.send({
    ...{ id: 'a', kind: 'contact', to: 'owner@example.com', lane: 2, state: 'queued', attempts: 0 },
    ...{ error: null, dedupeKey: null, sentAt: null, notBefore: new Date(), createdAt: new Date() },
    payload: JSON.stringify(payload),
  });
  transport.close();
  const [received] = server.received;
  expect(received?.to).toEqual(['owner@example.com']);
  expect(received?.html).toBe('');
  expect(received?.text).toContain('<b>Hello</b>\n.\nBcc: victim@example.org');
  expect(received?.headers.has('bcc')).toBe(false);
  expect(received?.headers.get('reply-to')).toMatchObject({
    value: [{ address: 'ada@example.com' }],
  });
});
