import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { importContent } from '../../cli/import.ts';
import { insertUser } from '../../db/queries/users.ts';
import { testApp } from '../support/app.ts';
import { emptyFolder } from '../support/database.ts';
import { query } from './server.ts';

const times = { createdAt: '2024-01-11T10:00:00.000Z', updatedAt: '2024-01-12T10:00:00.000Z' };
const id = (n: number) => n.toString(16).padStart(24, '65a0000000000000');

/** An export of five users, and a comment whose post is missing. */
async function exportFile(): Promise<string> {
  const users = Array.from({ length: 5 }, (_, n) => ({
    _id: id(n),
    username: `user-${n}`,
    email: `user-${n}@old.example`,
    isAdmin: false,
    profilePicture: 'https://cdn.example/p.png',
    ...times,
  }));
  const comment = { _id: id(99), postId: id(98), userId: id(1), content: 'x', likes: [], ...times };
  const site = { format: 'inkwell-export', version: 1, users, posts: [], comments: [comment] };
  const file = join(await emptyFolder(), 'site.json');
  await writeFile(file, JSON.stringify({ ...site, counts: { users: 5, posts: 0, comments: 1 } }));
  return file;
}

test('a dry run into an empty database reports what would happen, and leaves it empty', async () => {
  const { services, database } = await testApp();
  const name = `empty_${randomUUID()}`;
  await query(database.url, `create database "${name}"`);
  onTestFinished(async () => void (await query(database.url, `drop database "${name}"`)));
  const url = new URL(database.url);
  url.pathname = name;
  const env = { ...services.env, databaseUrl: url.href };
  const from = { file: await exportFile() };
  const { report } = await importContent({ env, from, dryRun: true, say: () => undefined });
  expect(report.tally).toMatchObject({ users: { added: 5 }, comments: { left: 1 } });
  expect(await query(url.href, 'select from pg_class where oid >= 16384')).toEqual([]);

  const imported = await importContent({ env, from, say: () => undefined });
  expect(imported.report.tally).toEqual(report.tally);
});

test('after an import, PostgreSQL knows how many rows the tables have', async () => {
  const { services, database } = await testApp();
  const from = { file: await exportFile() };
  await importContent({ env: services.env, from, say: () => undefined });
  const counts = await query(
    database.url,
    "select relname, reltuples from pg_class where oid in ('users'::regclass, 'posts'::regclass)",
  );
  expect(counts).toEqual(
    expect.arrayContaining([
      { relname: 'users', reltuples: 5 },
      { relname: 'posts', reltuples: 0 },
    ]),
  );
});

test('an import that runs again after a conflict reports each record once', async () => {
  const { services, database } = await testApp();
  const file = await exportFile();

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
