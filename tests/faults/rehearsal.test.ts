import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type {
  ImportOptions,
  RehearsalSummary,
  RehearsedEntry,
} from '../../api/contract/imports.ts';
import { comment, item, wxr } from '../api/cli/import/wxr.ts';
import { PNG } from '../api/cli/support.ts';
import { type RunningServer, startServer } from '../e2e/support/server.ts';
import { article, call, rowsOf, until, visit } from './support/site.ts';

const run = promisify(execFile);
const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const ID = '0123456789abcdef';
const OPTIONS: ImportOptions = {
  from: null,
  author: null,
  baseUrl: null,
  sitemap: null,
  pictures: 'link',
  merge: false,
};
const TABLES = ['users', 'posts', 'comments', 'documents', 'path_redirects', 'pictures', 'changes'];

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkwell-rehearsal-'));
  file = join(folder, 'export.xml');
  const embedded = `<p>Old words <img src="data:image/png;base64,${PNG.toString('base64')}"></p>`;
  const posts = [
    item({ id: 1, slug: 'first', content: embedded, more: comment(7, 'An old comment') }),
    item({ id: 2, slug: 'taken', content: '<p>Another</p>[unknown_shortcode]' }),
    item({ id: 3, slug: 'secret', wp: { post_password: 'x' } }),
    item({ id: 4, slug: 'about-us', link: 'https://old.example/us/', wp: { post_type: 'page' } }),
  ];
  await writeFile(file, wxr(posts));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

/** Starts a site that has a post at /post/taken. */
async function startSite(name: string) {
  const server = await startServer({ dataDir: join(folder, name) });
  onTestFinished(() => server.stop());
  const admin = await visit(server);
  const { text } = await admin.call('POST', '/api/post/create', { ...article(), title: 'Taken' });
  return { server, admin, postId: JSON.parse(text)._id as string };
}

function envOf({ dataDir, url }: RunningServer): NodeJS.ProcessEnv {
  return { ...process.env, DATA_DIR: dataDir, SITE_URL: url };
}

/** Runs the process of the server. Returns the last line of its output. */
async function work(server: RunningServer, action: 'rehearse' | 'publish', path = file) {
  const task = JSON.stringify({ action, id: ID, file: path, options: OPTIONS });
  const running = run(process.execPath, [inProject('cli/import-process.ts'), task], {
    env: envOf(server),
  });
  const { stdout } = await running;
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

const folderOf = ({ dataDir }: RunningServer) => join(dataDir, 'imports', ID);

async function listOf<T>(server: RunningServer, name: string): Promise<T[]> {
  return JSON.parse(await readFile(join(folderOf(server), `${name}.json`), 'utf8'));
}

it('rehearses an import on a copy of the site, then makes it public', {
  tags: 'long',
}, async () => {
  const { server, admin, postId } = await startSite('public');
  const before = rowsOf(join(server.dataDir, 'blog.db'), TABLES);
  const { summary } = (await work(server, 'rehearse')) as { summary: RehearsalSummary };
  expect(summary).toMatchObject({ entries: 4, unanswered: 2 });
  expect(summary.source).toContain('WordPress export of old.example, 3 posts, 1 page, 1 comment');
  expect(summary.tally).toContain('posts: 3 added');

  // The site is the same, and nothing else of the copy is left.
  expect(rowsOf(join(server.dataDir, 'blog.db'), TABLES)).toEqual(before);
  expect((await call(server.url, 'GET', '/post/first')).status).toBe(404);
  expect(
    (await readdir(join(server.dataDir, 'uploads'))).filter((name) => /png$/.test(name)),
  ).toEqual([]);
  expect((await readdir(folderOf(server))).sort()).toEqual([
    'entries.json',
    'import.json',
    'notes.json',
    'records.jsonl',
    'releases',
    'site',
    'unanswered.json',
    'uploads',
  ]);
  expect((await stat(folderOf(server))).mode & 0o77).toBe(0);

  // All of it is there: the pages of the site, and those of the import.
  const page = (path: string) =>
    readFile(join(folderOf(server), 'site', path, 'index.html'), 'utf8');
  expect(await page('post/first')).toContain('Old words');
  expect(await page('post/first')).toContain('An old comment');
  expect(await page('post/taken')).toContain('Taken');
  expect(await page('post/taken-2')).toContain('Another');
  const entries = await listOf<RehearsedEntry>(server, 'entries');
  const byTitle = new Map(entries.map((entry) => [entry.title, entry]));
  expect(byTitle.get('Post 1')).toMatchObject({
    state: 'public',
    oldAddress: 'https://old.example/2020/01/02/first',
    newAddress: '/post/first',
    notes: [],
  });
  expect(byTitle.get('Post 2')?.newAddress).toBe('/post/taken-2');
  expect(byTitle.get('Post 2')?.notes.join()).toContain('unknown_shortcode');
  expect(byTitle.get('Post 3')).toMatchObject({ state: 'draft', newAddress: null });
  expect(byTitle.get('Post 4')).toMatchObject({ kind: 'page', newAddress: '/about-us' });
  expect((await listOf<string>(server, 'unanswered')).sort()).toEqual([
    '/2020/01/02/secret',
    '/2020/01/02/secret/feed',
  ]);

  // What happens in the meantime stays.
  const json = { content: 'Written during the rehearsal', postId, userId: admin.userId };
  expect((await admin.call('POST', '/api/comment/create', json)).status).toBe(201);
  expect(await work(server, 'publish')).toEqual({ done: true });
  const live = await until(async () => {
    const { status, text } = await call(server.url, 'GET', '/post/first');
    return status === 200 && text;
  });
  expect(live).toContain('An old comment');
  const [, picture = ''] = /<img[^>]* src="(\/uploads\/[^"]+)"/.exec(live) ?? [];
  expect((await call(server.url, 'GET', picture)).status).toBe(200);
  expect((await call(server.url, 'GET', '/post/taken')).text).toContain('Taken');
  const { text } = await call(server.url, 'GET', `/api/comment/getPostComments/${postId}`);
  expect(text).toContain('Written during the rehearsal');

  // Again, it changes nothing.
  const after = rowsOf(join(server.dataDir, 'blog.db'), TABLES);
  expect(await work(server, 'publish')).toEqual({ done: true });
  expect(rowsOf(join(server.dataDir, 'blog.db'), TABLES)).toEqual(after);

  // Last, because the site counts it.
  const moved = await call(server.url, 'GET', '/2020/01/02/taken');
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/post/taken-2']);
});

it('on the terminal, leaves the rehearsal for the dashboard, and refuses a second one', {
  tags: 'long',
}, async () => {
  const { server } = await startSite('terminal');
  const rehearse = (path: string) =>
    run(process.execPath, [inProject('scripts/import.ts'), path, '--rehearse'], {
      env: envOf(server),
    });
  await expect(rehearse(inProject('LICENSE'))).rejects.toThrow('not an export that Inkwell knows');
  expect(await readdir(join(server.dataDir, 'imports'))).toEqual([]);
  const { stdout } = await rehearse(file);
  expect(stdout).toContain('2 of 13 old addresses would lead nowhere.');
  expect(stdout).toMatch(new RegExp(`${server.url}/api/rehearsal/[\\w-]{43}/`));
  expect(await readdir(join(server.dataDir, 'imports'))).toHaveLength(1);
  await expect(rehearse(file)).rejects.toThrow('Make it public or throw it away');
  expect(await readdir(join(server.dataDir, 'imports'))).toHaveLength(1);
});

async function expectSiteUnchangedBy(signal: 'SIGINT' | 'SIGKILL') {
  const { server } = await startSite(signal);
  const before = rowsOf(join(server.dataDir, 'blog.db'), TABLES);
  const child = spawn(process.execPath, [inProject('scripts/import.ts'), file, '--rehearse'], {
    env: envOf(server),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'close');
  for await (const chunk of child.stdout) {
    if (String(chunk).includes('Rendering')) break;
  }
  child.kill(signal);
  await ended;
  const left = await readdir(join(server.dataDir, 'imports'));
  if (signal === 'SIGINT') expect(left).toEqual([]);
  // The process of the copy ends when no one reads its output.
  await until(
    async () => !(await run('ps', ['-eo', 'args'])).stdout.includes(`"${server.dataDir}/imports`),
  );
  expect(rowsOf(join(server.dataDir, 'blog.db'), TABLES)).toEqual(before);
  expect((await call(server.url, 'GET', '/post/taken')).status).toBe(200);
}

it('leaves the site as it was after SIGINT', { tags: 'long' }, () =>
  expectSiteUnchangedBy('SIGINT'),
);

it('leaves the site as it was after SIGKILL', () => expectSiteUnchangedBy('SIGKILL'));
