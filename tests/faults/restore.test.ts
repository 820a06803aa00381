// @module-tag long
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { startServer } from '../e2e/support/server.ts';
import { article, UNLIMITED, visit } from './support/site.ts';

const run = promisify(execFile);
const script = (name: string) =>
  fileURLToPath(new URL(`../../scripts/${name}.ts`, import.meta.url));

it('after an older backup was restored, a node that kept its pages shows what the database has', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-restore-'));
  onTestFinished(() =>
    rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  );
  const node = join(folder, 'node');
  const databases = join(folder, 'databases');
  await mkdir(databases);
  const DATABASE_URL = `file:${join(databases, 'blog.db')}`;
  const start = () => startServer({ dataDir: node, env: { ...UNLIMITED, DATABASE_URL } });
  const environment = (DATA_DIR: string) => ({ env: { ...process.env, DATA_DIR, DATABASE_URL } });
  const file = join(folder, 'older.tar.gz');
  const first = await start();
  const slugs: string[] = [];
  try {
    const admin = await visit(first);
    const write = async (json: object) => {
      const answer = await admin.call('POST', '/api/post/create', json);
      expect(answer.status, answer.text).toBe(201);
      return JSON.parse(answer.text) as { _id: string; slug: string };
    };
    const edit = async (id: string, title: string) => {
      const path = `/api/post/updatepost/${id}/${admin.userId}`;
      expect((await admin.call('PUT', path, { title })).status).toBe(200);
    };
    const [edited, deleted] = [await write(article()), await write(article())];
    await edit(edited._id, 'As in the backup');
    await run(process.execPath, [script('backup'), file], environment(node));
    await edit(edited._id, 'Newer than the backup');
    const path = `/api/post/deletepost/${deleted._id}/${admin.userId}`;
    expect((await admin.call('DELETE', path)).status).toBe(200);
    const added = await write({ ...article(), title: 'Newer than the backup, too' });
    slugs.push(edited.slug, deleted.slug, added.slug);
  } finally {
    await first.stop();
  }

  for (const name of await readdir(databases)) await rm(join(databases, name));
  const elsewhere = join(folder, 'elsewhere');
  await run(process.execPath, [script('restore'), file], environment(elsewhere));
  const second = await start();
  try {
    const look = async (path: string) => {
      const response = await fetch(second.url + path);
      return { status: response.status, text: await response.text() };
    };
    // Until the new release is complete, the last one is served.
    await expect
      .poll(async () => (await look(`/post/${slugs[0]}`)).text, { timeout: 60_000 })
      .toContain('As in the backup');
    expect((await look(`/post/${slugs[1]}`)).status).toBe(200);
    expect((await look(`/post/${slugs[2]}`)).status).toBe(404);
    for (const path of ['/', '/archive', '/rss.xml', '/sitemap.xml', '/search']) {
      const { status, text } = await look(path);
      expect([path, status, /newer.than.the.backup/i.test(text)]).toEqual([path, 200, false]);
    }
    expect((await look('/')).text).toContain('As in the backup');
    const { posts } = JSON.parse((await look('/api/post/getposts')).text) as {
      posts: { slug: string }[];
    };
    expect(posts.map(({ slug }) => slug).sort()).toEqual(slugs.slice(0, 2).sort());
  } finally {
    await second.stop();
  }
});
