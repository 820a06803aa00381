import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { importContent } from '../../cli/import.ts';
import { insertUser } from '../../db/queries/users.ts';
import { testApp } from '../support/app.ts';
import { emptyFolder } from '../support/database.ts';
import { query } from './server.ts';

const times = { createdAt: '2024-01-11T10:00:00.000Z', updatedAt: '2024-01-12T10:00:00.000Z' };
const id = (n: number) => n.toString(16).padStart(24, '65a0000000000000');

test('an import that runs again after a conflict reports each record once', async () => {
  const { services, database } = await testApp();
  const users = Array.from({ length: 5 }, (_, n) => ({
    ...{ _id: id(n), username: `user-${n}`, email: `user-${n}@old.example`, isAdmin: false },
    ...{ profilePicture: 'https://cdn.example/p.png', ...times },
  }));
  const comment = { _id: id(99), postId: id(98), userId: id(1), content: 'x', likes: [], ...times };
  const site = { format: 'inkwell-export', version: 1, users, posts: [], comments: [comment] };
  const file = join(await emptyFolder(), 'site.json');
  await writeFile(file, JSON.stringify({ ...site, counts: { users: 5, posts: 0, comments: 1 } }));

  // Someone takes the username of the last user in the meantime.
  const inserted = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const signUp = database.transaction(async (tx) => {
    const now = new Date();
    const email = 'other@example.com';
    await insertUser(tx, { username: 'user-4', email, createdAt: now, updatedAt: now });
    inserted.resolve();
    await held.promise;
  });
  await inserted.promise;
  const importing = importContent({ env: services.env, from: { file }, say: () => undefined });
  const isWaiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await query(database.url, isWaiting)).length === 0) await wait(20);
  held.resolve();
  await signUp;
  const { report } = await importing;
  expect(report.tally).toMatchObject({ users: { added: 5 }, comments: { left: 1 } });
  expect(report.findings.map(({ kind }) => kind)).toEqual(['user', 'comment']);
});
