import { expect, test } from 'vitest';
import { setSetting } from '../../../db/queries/settings.ts';
import { makeAccount, testApp } from '../../support/app.ts';

async function setUp() {
  const app = await testApp();
  const admin = await makeAccount(app.database, { role: 'administrator' });
  const read = async () => (await app.call('GET /api/settings', { as: admin })).body;
  const put = (json: object) => app.call('PUT /api/settings', { as: admin, json });
  return { ...app, read, put };
}

test('settings have defaults, and keep what an administrator changes', async () => {
  const { read, put } = await setUp();
  const defaults = await read();
  expect(defaults.auditDays).toBe(365);
  const { status, body } = await put({ auditDays: 30, unknown: 'ignored' });
  expect([status, body]).toEqual([200, { ...defaults, auditDays: 30 }]);
  expect(await read()).toEqual(body);
  expect((await put({})).body).toEqual(body);
});

test.each([29, 3651, 90.5, '90', null])('auditDays can’t be %j', async (auditDays) => {
  const { read, put } = await setUp();
  const { status, body } = await put({ auditDays });
  expect([status, body.message]).toEqual([
    400,
    'auditDays must be a whole number from 30 to 3650.',
  ]);
  expect((await read()).auditDays).toBe(365);
});

test.each(['not JSON', '"text"', '1'])(
  'a stored value that isn’t usable (%s) counts as none',
  async (value) => {
    const { database, read } = await setUp();
    await database.transaction((tx) => setSetting(tx, 'owner:auditDays', value));
    expect((await read()).auditDays).toBe(365);
  },
);
