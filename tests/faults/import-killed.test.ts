// @module-tag long
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { comment, item, wxr } from '../api/cli/import/wxr.ts';
import { isFullRun } from '../support/full-run.ts';

const run = promisify(execFile);
const IMPORT = fileURLToPath(new URL('../../scripts/import.ts', import.meta.url));
const POSTS = 600;
const KILLS = isFullRun ? 10 : 4;

/** What must be the same, however often the import was killed. Without times of the import. */
const ROWS = [
  'select id, username, email, role from users order by id',
  'select id, user_id, slug, title, content, created_at from posts order by id',
  'select id, post_id, user_id, parent_id, thread_id, content, state from comments order by id',
  'select id, status, slug, title, content from documents order by id',
  'select "from", "to", status from path_redirects order by 1',
  'select post_id, tag from post_tags order by 1, 2',
];

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkwell-import-killed-'));
  file = join(folder, 'export.xml');
  const items = Array.from({ length: POSTS }, (_, index) => {
    const id = index + 1;
    const [first, reply, other] = [id * 3, id * 3 + 1, id * 3 + 2];
    const more = [
      `<category domain="post_tag" nicename="t${id % 7}">T${id % 7}</category>`,
      comment(first, `First on ${id}`),
      comment(reply, `Reply on ${id}`, { comment_parent: String(first) }),
      comment(other, `Other on ${id}`, { comment_author: `Reader ${id}` }),
    ].join('');
    const content = `<p>Post ${id}. ${'Many words. '.repeat(100)}</p>`;
    // Every tenth has a slug that another one has.
    const slug = id % 10 === 0 ? 'same' : `post-${id}`;
    const wp: Record<string, string> = id % 25 === 1 ? { status: 'draft' } : {};
    return item({ id, slug, link: `https://old.example/${id}/`, content, more, wp });
  });
  await writeFile(file, wxr(items));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

const start = (dataDir: string) =>
  spawn(process.execPath, [IMPORT, file], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: 'ignore',
  });

function query(dataDir: string, sql: string): unknown[] {
  const database = new SQLite(join(dataDir, 'blog.db'), { readonly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

/** Returns the number of posts, also before there's a table for them. */
function postsIn(dataDir: string): number {
  try {
    return query(dataDir, 'select 1 from posts').length;
  } catch {
    return 0;
  }
}

it('an import that is killed several times can be repeated to its end, without duplicates', async () => {
  const [whole, killed] = [join(folder, 'whole'), join(folder, 'killed')];
  await run(process.execPath, [IMPORT, file], { env: { ...process.env, DATA_DIR: whole } });
  const counts: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const child = start(killed);
    const ended = once(child, 'close');
    // As soon as there are more posts than at the last kill.
    while (child.exitCode === null && postsIn(killed) <= (counts.at(-1) ?? 0)) await wait(5);
    child.kill('SIGKILL');
    await ended;
    counts.push(postsIn(killed));
    // Whole posts, which the server will publish.
    expect(
      query(
        killed,
        'select id from posts where (hidden_at is null and id not in (select post_id from changes)) or id not in (select id from documents)',
      ),
    ).toEqual([]);
  }
  // The first kills come between the first and the last post.
  expect(counts[0]).toBeGreaterThan(0);
  expect(counts[0]).toBeLessThan(POSTS);
  await run(process.execPath, [IMPORT, file], { env: { ...process.env, DATA_DIR: killed } });
  for (const sql of ROWS) expect(query(killed, sql), sql).toEqual(query(whole, sql));
});
