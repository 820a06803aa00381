import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importContent } from '../../cli/import.ts';
import { testApp } from '../support/app.ts';
import { emptyFolder } from '../support/database.ts';

const times = { createdAt: '2024-01-11T10:00:00.000Z', updatedAt: '2024-01-12T10:00:00.000Z' };
const id = (n: number) => n.toString(16).padStart(24, '65a0000000000000');

test('an import that ran again after a conflict reports each record once', async () => {
  const { services } = await testApp();
  const users = Array.from({ length: 50 }, (_, n) => ({
    ...{ _id: id(n), username: `user-${n}`, email: `user-${n}@old.example`, isAdmin: false },
    ...{ profilePicture: 'https://cdn.example/p.png', ...times },
  }));
  const comment = { _id: id(99), postId: id(98), userId: id(1), content: 'x', likes: [], ...times };
  const site = { format: 'inkwell-export', version: 1, users, posts: [], comments: [comment] };
  const file = join(await emptyFolder(), 'site.json');
  await writeFile(file, JSON.stringify({ ...site, counts: { users: 50, posts: 0, comments: 1 } }));

  // Of two at once, one waits for the first key of the other, and runs again.
  const options = { env: services.env, from: { file }, say: () => undefined };
  const reports = (await Promise.all([importContent(options), importContent(options)]))
    .map(({ report }) => report)
    .sort((a, b) => b.tally.users.added - a.tally.users.added);
  expect(reports.map(({ tally }) => tally.users)).toEqual([
    { added: 50, updated: 0, unchanged: 0, merged: 0, left: 0 },
    { added: 0, updated: 0, unchanged: 50, merged: 0, left: 0 },
  ]);
  for (const { tally, findings } of reports) {
    expect(tally.comments.left).toBe(1);
    expect(findings).toHaveLength(1);
  }
});
