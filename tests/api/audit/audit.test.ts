import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { cleanUpAudit } from '../../../api/audit/cleanup.ts';
import type { AuditEntry } from '../../../api/contract/audit.ts';
import { readOwnerSettings } from '../../../api/settings/owner-settings.ts';
import { countAudit, recordAudit } from '../../../db/queries/audit.ts';
import { runSql } from '../../../db/queries/query.ts';
import type { UserRow } from '../../../db/queries/users.ts';
import { actionText, detailsText } from '../../../src/islands/dashboard/audit-text.ts';
import { makeAccount, PASSWORD, type TestApp, testApp } from '../../support/app.ts';
import { makeComment, makePost } from '../../support/database.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let app: TestApp;
let admin: UserRow;
let user: UserRow;
beforeEach(async () => {
  app = await testApp();
  admin = await makeAccount(app.database, { role: 'administrator' });
  user = await makeAccount(app.database);
});

test('a change of the backup schedule has the words of the settings', () => {
  const entry = { action: 'settings.backupEvery', details: { from: 'off', to: 'day' } };
  expect(detailsText(entry as unknown as AuditEntry)).toBe('Off → Daily');
});

test('the dashboard has words for each setting', async () => {
  const { body } = await app.call('GET /api/settings', { as: admin });
  for (const name of Object.keys(body)) {
    const entry = { action: `settings.${name}`, details: {} };
    expect(actionText(entry as AuditEntry), name).not.toContain('settings.');
  }
});

const read = async (query = '') => (await app.call(`GET /api/audit${query}`, { as: admin })).body;
const record = (action: `${string}.${string}`, values: object = {}) =>
  app.database.transaction((tx) => recordAudit(tx, { actor: 'system', action, ...values }));

const text = { title: 'A title', category: 'javascript', content: '<p>Text</p>' };

describe('every change is recorded with who made it, from where, and what it was', () => {
  test('every change of a post is recorded with who made it, from where, and what it was', async () => {
    const { body: post } = await app.call('POST /api/post/create', { as: admin, json: text });
    const path = `${post._id}/${admin.id}`;
    const changed = { ...text, title: 'Another title' };
    await app.call(`PUT /api/post/updatepost/${path}`, { as: admin, json: changed });
    await app.call(`DELETE /api/post/deletepost/${path}`, { as: admin });
    const { entries, total } = await read('?action=post.');
    const by = { actor: admin.id, subject: post._id, address: '192.0.2.1' };
    expect(total).toBe(3);
    expect(entries).toMatchObject([
      { ...by, action: 'post.delete' },
      { ...by, action: 'post.update' },
      { ...by, action: 'post.create' },
    ]);
  });

  test('changes of other people’s comments are recorded, and changes of your own aren’t', async () => {
    const post = await makePost(app.database, { userId: admin.id });
    const make = () => makeComment(app.database, { postId: post.id, userId: user.id });
    const [own, first, second] = [await make(), await make(), await make()];
    const json = { content: 'Changed' };
    await app.call(`PUT /api/comment/editComment/${own.id}`, { as: user, json });
    await app.call(`DELETE /api/comment/deleteComment/${own.id}`, { as: user });
    await app.call(`PUT /api/comment/editComment/${first.id}`, { as: admin, json });
    await app.call(`DELETE /api/comment/deleteComment/${second.id}`, { as: admin });
    const details = { userId: user.id, postId: post.id };
    expect((await read('?action=comment.')).entries).toMatchObject([
      { action: 'comment.delete', actor: admin.id, subject: second.id, details },
      { action: 'comment.update', actor: admin.id, subject: first.id, details },
    ]);
  });

  test('every change of an account is recorded with who made it, from where, and what it was', async () => {
    const role = { json: { role: 'author' }, as: admin };
    await app.call(`PUT /api/user/role/${user.id}`, role);
    await app.call(`PUT /api/user/role/${user.id}`, role);
    const json = { email: 'new@example.com', password: 'another long pass phrase' };
    await app.call(`PUT /api/user/update/${user.id}`, { json, as: user });
    await app.call(`PUT /api/user/update/${user.id}`, { json: { username: 'other' }, as: user });
    await app.call(`DELETE /api/user/delete/${user.id}`, { as: admin });
    const { entries } = await read(`?subject=${user.id}`);
    expect(entries).toMatchObject([
      { action: 'user.delete', actor: admin.id, details: { role: 'author' } },
      ...[{ actor: user.id }, { actor: user.id }],
      { action: 'user.role', actor: admin.id, details: { from: 'reader', to: 'author' } },
    ]);
    const own = entries.slice(1, 3).map(({ action }: { action: string }) => action);
    expect(own.toSorted()).toEqual(['user.email', 'user.password']);
    expect(JSON.stringify(entries)).not.toMatch(/example\.com|pass phrase|argon2/);
  });

  test('every change of a setting is recorded with who made it, from where, and what it was', async () => {
    await app.call('PUT /api/settings', { as: admin, json: { auditDays: 90 } });
    await app.call('PUT /api/settings', { as: admin, json: { auditDays: 90 } });
    expect((await read('?action=settings.')).entries).toMatchObject([
      { action: 'settings.auditDays', actor: admin.id, details: { from: 365, to: 90 } },
    ]);
  });

  test('and nothing is recorded of a change that fails', async () => {
    await app.call(`PUT /api/user/role/${admin.id}`, { as: admin, json: { role: 'reader' } });
    const json = { currentPassword: PASSWORD };
    await app.call(`DELETE /api/user/delete/${admin.id}`, { as: admin, json });
    expect((await read()).total).toBe(0);
  });
});

test('users see the events of their own account, and not which administrator it was', async () => {
  await app.call(`PUT /api/user/role/${user.id}`, { json: { role: 'editor' }, as: admin });
  const json = { password: 'another long pass phrase' };
  await app.call(`PUT /api/user/update/${user.id}`, { json, as: user });
  await record('user.role', { subject: admin.id });
  await record('post.delete', { subject: user.id });
  const { body } = await app.call('GET /api/user/events', { as: user });
  expect(body.events).toMatchObject([
    { action: 'user.password', actor: user.id, address: '192.0.2.1' },
    { action: 'user.role', actor: 'administrator', address: '' },
  ]);
  expect(JSON.stringify(body)).not.toContain(admin.id);
});

describe('GET /api/audit', () => {
  test('pages through the entries, newest first, with the names of today', async () => {
    for (let n = 0; n < 11; n++) {
      await record('user.role', { subject: user.id, details: { n } });
    }
    const first = await read();
    expect([first.entries.length, first.total]).toEqual([9, 11]);
    expect(first.entries[0].details).toEqual({ n: 10 });
    expect(first.names).toEqual({ [user.id]: user.username });
    const rest = await read('?startIndex=9&limit=9');
    expect(rest.entries.map(({ details }: { details: { n: number } }) => details.n)).toEqual([
      1, 0,
    ]);
  });

  test('a filter matches the whole value or, with a dot at its end, a group', async () => {
    await record('user.role', { subject: 'a' });
    await record('user.roles', { subject: 'b', actor: 'someone' });
    await record('users.role', { subject: 'a' });
    const found = async (query: string) =>
      (await read(query)).entries.map(({ action }: { action: string }) => action);
    expect(await found('?action=user.role')).toEqual(['user.role']);
    expect(await found('?action=user.')).toEqual(['user.roles', 'user.role']);
    expect(await found('?action=user')).toEqual([]);
    expect(await found('?subject=a')).toEqual(['users.role', 'user.role']);
    expect(await found('?actor=someone&action=user.')).toEqual(['user.roles']);
    expect(await found('?actor=nobody')).toEqual([]);
    expect(await found(`?action=${encodeURIComponent("%' or 1=1 --")}`)).toEqual([]);
  });

  test('as CSV has everything that matches, and no cell is a formula', async () => {
    for (let n = 0; n < 250; n++) await record('settings.test');
    await record('post.create', {
      subject: '=cmd|calc',
      actor: '@sum',
      address: '-1+1',
      details: { title: 'He said "no", twice' },
    });
    const answer = await app.call('GET /api/audit?format=csv', { as: admin });
    expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    const lines = String(answer.body).split('\r\n');
    expect(lines[0]?.replace('\uFEFF', '')).toBe('at,actor,action,subject,address,details');
    expect(lines[1]).toMatch(/^"\d{4}-[^"]+","'@sum","post\.create","'=cmd\|calc","'-1\+1",/);
    expect(lines[1]).toContain(String.raw`"{""title"":""He said \""no\"", twice""}"`);
    expect(lines).toHaveLength(253);
    const some = await app.call('GET /api/audit?format=csv&action=post.', { as: admin });
    expect(String(some.body).trimEnd().split('\r\n')).toHaveLength(2);
  });

  test('as CSV is an error response when the database can’t be read', async () => {
    await app.database.transaction((tx) => runSql(tx, sql`drop table audit`));
    const answer = await app.call('GET /api/audit?format=csv', { as: admin });
    expect(answer.status).toBe(500);
    expect(answer.headers.get('Content-Disposition')).toBeNull();
  });

  test.each(['format=xml', 'limit=0', `actor=${'x'.repeat(101)}`])('refuses %s', async (query) => {
    expect((await app.call(`GET /api/audit?${query}`, { as: admin })).status).toBe(400);
  });
});

test('entries are deleted after the time that the owner has set', async () => {
  const ago = (days: number) => ({ at: new Date(Date.now() - days * DAY_MS) });
  await record('user.role', ago(366));
  await record('user.role', ago(100));
  await record('user.role', ago(1));
  const count = () => countAudit(app.database.read, { action: 'user.role' });
  const cleanUp = async () => {
    const { auditDays } = await readOwnerSettings(app.database.read);
    await cleanUpAudit(app.services, auditDays);
  };
  await cleanUp();
  expect(await count()).toBe(2);
  await app.call('PUT /api/settings', { as: admin, json: { auditDays: 90 } });
  await cleanUp();
  expect(await count()).toBe(1);
});
