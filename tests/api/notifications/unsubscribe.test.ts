import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createToken,
  signingKey,
  type Topic,
} from '../../../api/notifications/unsubscribe-token.ts';
import { deleteUser, findUserById, type UserRow } from '../../../db/queries/users.ts';
import { type Talk, talk } from './support.ts';

let t: Talk;
beforeEach(async () => {
  t = await talk();
});

const tokenFor = async (user: UserRow, ...topics: Topic[]) =>
  createToken(await signingKey(t.database), { userId: user.id, topics });

const post = (json: object, from?: string) =>
  t.call('POST /api/notifications/unsubscribe', { json, ...(from && { from }) });

const preferencesOf = async (as: UserRow) =>
  (await t.call('GET /api/notifications/preferences', { as })).body.mail;

describe('a link in a mail', () => {
  test('ends only what the mail was about, without a session, however often', async () => {
    const token = await tokenFor(t.reader, 'reply');
    const before = await preferencesOf(t.reader);
    for (let n = 0; n < 2; n++) {
      expect(await post({ token })).toMatchObject({
        status: 200,
        body: {
          ...{ success: true, username: 'reader', isOn: false },
          topics: ['replies to your comments'],
        },
      });
    }
    expect(await preferencesOf(t.reader)).toEqual({ ...before, reply: 'never' });
    expect(await preferencesOf(t.author)).toEqual(before);
  });

  test('can turn it on again', async () => {
    const token = await tokenFor(t.reader, 'reply', 'removed');
    await post({ token });
    expect((await post({ token, undo: true })).body).toMatchObject({ isOn: true });
    expect(await preferencesOf(t.reader)).toMatchObject({ reply: 'now', removed: 'now' });
  });

  test('ends following a post, and nothing else', async () => {
    const path = `/api/comment/follow/${t.post.id}`;
    const token = await tokenFor(t.reader, `post:${t.post.id}`);
    const before = await preferencesOf(t.reader);
    await t.put(path, { follow: true }, t.reader);
    expect((await post({ token })).body).toMatchObject({
      topics: [`comments on “${t.post.title}”`],
      isOn: false,
    });
    expect((await t.call(`GET ${path}`, { as: t.reader })).body).toEqual({ follow: null });
    expect(await preferencesOf(t.reader)).toEqual(before);
    await post({ token, undo: true });
    expect((await t.call(`GET ${path}`, { as: t.reader })).body).toEqual({ follow: true });
    await t.put(path, { follow: false }, t.reader);
    await post({ token, undo: true });
    expect((await t.call(`GET ${path}`, { as: t.reader })).body).toEqual({ follow: false });
  });

  test('says whose it is without ending anything', async () => {
    const token = await tokenFor(t.reader, 'reply');
    const { status, body } = await t.call('POST /api/notifications/check-token', {
      json: { token },
    });
    expect([status, body]).toEqual([
      200,
      { username: 'reader', topics: ['replies to your comments'], isOn: true },
    ]);
    expect(await preferencesOf(t.reader)).toMatchObject({ reply: 'now' });
  });

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', undefined])(
    'works for mail programs, which send %s',
    async (type) => {
      const token = await tokenFor(t.reader, 'reply');
      const { status } = await t.call(`POST /api/notifications/unsubscribe?token=${token}`, {
        body: 'List-Unsubscribe=One-Click',
        headers: type === undefined ? {} : { 'Content-Type': type },
      });
      expect(status).toBe(200);
      expect(await preferencesOf(t.reader)).toMatchObject({ reply: 'never' });
    },
  );

  test('can’t be opened into ending anything', async () => {
    const token = await tokenFor(t.reader, 'reply');
    const path = `/api/notifications/unsubscribe?token=${token}`;
    expect((await t.call(`GET ${path}`)).status).toBe(405);
    expect(await preferencesOf(t.reader)).toMatchObject({ reply: 'now' });
  });

  test('ends nothing when a page of another site sends it', async () => {
    const json = { token: await tokenFor(t.reader, 'reply') };
    const headers = { Origin: 'https://evil.example' };
    const { status } = await t.call('POST /api/notifications/unsubscribe', { json, headers });
    expect(status).toBe(403);
  });
});

describe('a token', () => {
  test('that was guessed, altered, or signed by another site is refused', async () => {
    const token = await tokenFor(t.reader, 'reply');
    const foreign = createToken('another key', { userId: t.reader.id, topics: ['reply'] });
    const content = Buffer.from(JSON.stringify([t.author.id, 'reply'])).toString('base64url');
    const [first = '', second = ''] = token;
    const wrong = [
      'a',
      'x'.repeat(43),
      `${token}A`,
      token.slice(0, -1),
      `${first === 'A' ? 'B' : 'A'}${token.slice(1)}`,
      second + first + token.slice(2),
      token.slice(0, 43) + content,
      createHmac('sha256', '').update('[]').digest('base64url') + content,
      `${token}\u0000`,
      `${token}=`,
      foreign,
      'x'.repeat(50_000),
    ].filter((one) => one !== token);
    for (const [n, one] of wrong.entries()) {
      const from = `198.51.100.${n}`;
      expect(await post({ token: one }, from), one.slice(0, 80)).toMatchObject({
        status: 400,
        body: { code: 'bad_token' },
      });
    }
    expect(await preferencesOf(t.reader)).toMatchObject({ reply: 'now' });
    expect(await preferencesOf(t.author)).toMatchObject({ reply: 'now' });
  });

  test('that is missing or no text is refused as a bad one', async () => {
    const bad = { status: 400, body: { code: 'bad_token' } };
    for (const json of [{}, { token: '' }, { token: 5 }, { token: null }]) {
      expect(await post(json)).toMatchObject(bad);
    }
    const form = {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    };
    expect(await t.call('POST /api/notifications/unsubscribe', form)).toMatchObject(bad);
    expect(await t.call('POST /api/notifications/unsubscribe?token=', form)).toMatchObject(bad);
  });

  test('of a deleted account is refused', async () => {
    const token = await tokenFor(t.reader, 'reply');
    await t.database.transaction((tx) => deleteUser(tx, t.reader.id));
    expect(await findUserById(t.database.read, t.reader.id)).toBeUndefined();
    expect(await post({ token })).toMatchObject({ status: 400, body: { code: 'bad_token' } });
  });

  test('on a site that never sent a mail is refused', async () => {
    expect(await post({ token: 'x'.repeat(80) })).toMatchObject({ body: { code: 'bad_token' } });
  });

  test('can’t be guessed quickly', async () => {
    const limited = await talk({ limits: { token: { points: 3, duration: 60 } } });
    const statuses: number[] = [];
    for (let n = 0; n < 5; n++) {
      const json = { token: `guess${n}` };
      statuses.push((await limited.call('POST /api/notifications/unsubscribe', { json })).status);
    }
    expect(statuses).toEqual([400, 400, 400, 429, 429]);
  });
});
