import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isSuspended } from '../../../api/access/suspension.ts';
import { deleteByName, setRoleByName } from '../../../cli/accounts.ts';
import { importContent } from '../../../cli/import.ts';
import { listUsers, lockAdmins, type UserRow, updateUser } from '../../../db/queries/users.ts';
import { makeAccount, type TestApp, testApp } from '../../support/app.ts';
import { tally } from '../../support/tally.ts';
import { testFolder } from '../cli/support.ts';

interface Site {
  app: TestApp;
  target: UserRow;
  /** The `Cookie` headers of the target and of another administrator. */
  own: string;
  other: string;
}

/** Every way in which a site could lose an administrator. */
const WAYS: Record<string, (site: Site) => Promise<unknown>> = {
  'demoted by the other': ({ app, target, other: Cookie }) => {
    const json = { role: 'editor' };
    return app.call(`PUT /api/user/role/${target.id}`, { json, headers: { Cookie } });
  },
  'demoted by oneself': ({ app, target, own: Cookie }) => {
    const json = { role: 'reader' };
    return app.call(`PUT /api/user/role/${target.id}`, { json, headers: { Cookie } });
  },
  'suspended by the other': ({ app, target, other: Cookie }) => {
    const json = { until: '2099-01-01T00:00:00Z' };
    return app.call(`PUT /api/user/suspend/${target.id}`, { json, headers: { Cookie } });
  },
  'deleted by oneself': ({ app, target, own: Cookie }) =>
    app.call(`DELETE /api/user/delete/${target.id}`, { headers: { Cookie } }),
  'demoted on the terminal': ({ app, target }) =>
    setRoleByName(app.services, target.email, 'reader').catch(() => undefined),
  'deleted on the terminal': ({ app, target }) =>
    deleteByName(app.services, target.email).catch(() => undefined),
};
const NAMES = Object.keys(WAYS);
const PAIRS = NAMES.flatMap((one, at) => NAMES.slice(at).map((two) => [one, two] as const));
const attempt = tally();

async function activeAdmins(app: TestApp): Promise<UserRow[]> {
  const users = await listUsers(app.database.read, { startIndex: 0, limit: 100 });
  return users.filter((user) => user.isAdmin && !isSuspended(user, new Date()));
}

test.each(PAIRS)('of two administrators, one %s and one %s at once, one stays', (one, two) =>
  attempt('losing the last administrator', async () => {
    const app = await testApp();
    for (let round = 0; round < 3; round++) {
      const make = () => makeAccount(app.database, { role: 'administrator' });
      const [a, b] = [await make(), await make()];
      const [ofA, ofB] = [await app.signIn(a), await app.signIn(b)];
      await Promise.all([
        WAYS[one]?.({ app, target: a, own: ofA, other: ofB }),
        WAYS[two]?.({ app, target: b, own: ofB, other: ofA }),
      ]);
      const left = await activeAdmins(app);
      expect(left.length).toBeGreaterThan(0);
      // The next round starts without administrators.
      for (const { id } of left) {
        await app.database.transaction((tx) => updateUser(tx, id, { role: 'reader' }, new Date()));
      }
    }
  }),
);

test('an import with --merge keeps the last administrator', () =>
  attempt('losing the last administrator', async () => {
    const app = await testApp();
    const email = 'author@old.example';
    await makeAccount(app.database, { email });
    const times = { createdAt: '2024-01-11T10:00:00.000Z', updatedAt: '2024-01-12T10:00:00.000Z' };
    const author = { _id: '65a000000000000000000001', username: 'author', isAdmin: true, email };
    const users = [{ ...author, profilePicture: '', ...times }];
    const site = { format: 'inkwell-export', version: 1, users, posts: [], comments: [] };
    const file = join(await testFolder(), 'site.json');
    await writeFile(file, JSON.stringify(site));
    const from = { env: app.services.env, from: { file }, say: () => undefined };
    // The stranger has the email, so the administrator gets another one.
    await importContent(from);
    expect(await activeAdmins(app)).toHaveLength(1);
    await importContent({ ...from, merge: true });
    expect(await activeAdmins(app)).toHaveLength(1);
  }));

test.each([
  ['delete', ({ services }: TestApp, { email }: UserRow) => deleteByName(services, email)],
  [
    'demote',
    ({ services }: TestApp, { email }: UserRow) => setRoleByName(services, email, 'author'),
  ],
])('a promotion at that moment doesn’t let the terminal %s the last administrator', (_what, run) =>
  attempt('losing the last administrator', async () => {
    const app = await testApp();
    const owner = await makeAccount(app.database, { role: 'administrator' });
    const heir = await makeAccount(app.database);
    let running: Promise<unknown> | undefined;
    await app.database.transaction(async (tx) => {
      await lockAdmins(tx);
      await updateUser(tx, heir.id, { role: 'administrator' }, new Date());
      await updateUser(tx, owner.id, { role: 'reader' }, new Date());
      running = run(app, heir).catch(({ message }) => message);
      await setTimeout(300);
    });
    expect(await running).toMatch('The last administrator cannot be ');
  }),
);
