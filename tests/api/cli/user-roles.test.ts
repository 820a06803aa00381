import { beforeEach, expect, test } from 'vitest';
import { runUserCommand } from '../../../cli/user.ts';
import { listAudit } from '../../../db/queries/audit.ts';
import { confirmTotp, hasTotp, putTotpSecret } from '../../../db/queries/second-factor.ts';
import { findUserById, type UserRow, updateUser } from '../../../db/queries/users.ts';
import { makeAccount, type TestApp, testApp } from '../../support/app.ts';

let t: TestApp;
let reader: UserRow;
beforeEach(async () => {
  t = await testApp();
  await makeAccount(t.database, { username: 'owner', role: 'administrator' });
  reader = await makeAccount(t.database, { username: 'Reader' });
});

async function run(line: string) {
  let text = '';
  const write = (part: string) => {
    text += part;
  };
  const code = await runUserCommand(line.split(' '), {
    env: { DATA_DIR: t.database.folder, DATABASE_URL: t.database.url },
    out: write,
    err: write,
    readStdin: async () => '',
  });
  return { code, text };
}
const logged = () => listAudit(t.database.read, { startIndex: 0, limit: 9 }, {});

test('role gives a user any role, and records it', async () => {
  expect((await run('role reader editor')).text).toContain('is now an editor.');
  expect((await run('role reader editor')).text).toContain('is already an editor.');
  expect((await findUserById(t.database.read, reader.id))?.role).toBe('editor');
  expect(await logged()).toMatchObject([
    { actor: 'system', action: 'user.role', subject: reader.id, address: '' },
  ]);
});

test('role refuses other roles, and the last administrator', async () => {
  expect(await run('role reader boss')).toMatchObject({ code: 2 });
  const { code, text } = await run('role owner author');
  expect([code, text]).toEqual([1, 'The last administrator cannot be demoted.\n']);
});

test('list shows who is suspended, and unsuspend lets them in', async () => {
  const suspension = { suspendedUntil: new Date(4e12), suspendedReason: 'Spam' };
  await t.database.transaction((tx) => updateUser(tx, reader.id, suspension, new Date()));
  expect((await run('list')).text).toContain('reader (suspended)');
  expect((await run('unsuspend reader')).text).toContain('can sign in again.');
  expect((await run('unsuspend reader')).text).toContain("isn't suspended.");
  expect(await findUserById(t.database.read, reader.id)).toMatchObject({
    suspendedUntil: null,
    suspendedReason: '',
  });
});

test('second-factor-off lets in users who lost their phone', async () => {
  expect((await run('second-factor-off reader')).text).toContain('has no two-step verification.');
  await t.database.transaction(async (tx) => {
    const createdAt = new Date();
    await putTotpSecret(tx, { userId: reader.id, secret: 'A'.repeat(32), createdAt });
    await confirmTotp(tx, reader.id, createdAt);
  });
  expect((await run('second-factor-off reader')).text).toContain('can sign in without a code.');
  expect(await hasTotp(t.database.read, reader.id)).toBe(false);
  expect(await logged()).toMatchObject([
    { actor: 'system', action: 'user.second-factor', subject: reader.id },
  ]);
});

test('delete and reset-password are recorded', async () => {
  await run('reset-password reader');
  await run('delete reader');
  expect((await logged()).map(({ actor, action }) => [actor, action])).toEqual([
    ['system', 'user.delete'],
    ['system', 'user.password'],
  ]);
});
