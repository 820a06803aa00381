import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Document } from '../../api/contract/documents.ts';
import { freePort, type RunningServer, startServer } from '../e2e/support/server.ts';
import { isShortRun } from '../support/full-run.ts';
import { crawl, pathsWith, readAll } from './support/crawl.ts';
import { call, PASSWORD, UNLIMITED, type Visitor, visit } from './support/site.ts';

// Posts that aren't public. What was never public has the first word in all of its fields, what was
// taken back has the second one.

const NEVER_PUBLIC = 'zorblat';
const TAKEN_BACK = 'quimbix';
const WORDS = [NEVER_PUBLIC, TAKEN_BACK];
/** The numbers of the posts, which decide what happens to them. */
const FIRST = 11;
const STEP = isShortRun ? 3 : 1;
const COUNT = Math.ceil(50 / STEP);
const SCHEDULED_FOR = '2199-01-01T00:00:00Z';

let folder: string;
let port: number;
let server: RunningServer;
let writer: Visitor;
let reader: Visitor;
const hidden: { id: string; word: string; n: number }[] = [];

const start = () =>
  startServer({
    dataDir: join(folder, 'data'),
    port,
    env: { ...UNLIMITED, LOG_LEVEL: 'info' },
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkwell-leaks-'));
  port = await freePort();
  server = await start();
  // Only editors may feature posts.
  writer = await makeUser('writer', 'editor');
  await makeUser('other', 'author');
  reader = await makeUser('reader', 'reader');
  await writePosts();
});

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

const accountOf = (username: string) => ({
  username,
  email: `${username}@example.com`,
  password: PASSWORD,
});

async function makeUser(username: string, role: string): Promise<Visitor> {
  const json = accountOf(username);
  expect((await call(server.url, 'POST', '/api/auth/signup', { json })).status).toBe(201);
  const user = await visit(server, json);
  const admin = await visit(server);
  const given = await admin.call('PUT', `/api/user/role/${user.userId}`, { role });
  expect(given.status, given.text).toBe(200);
  return user;
}

async function api<T>(method: string, path: string, json?: unknown): Promise<T> {
  const answer = await writer.call(method, `/api/document/${path}`, json);
  expect(answer.status, answer.text).toBeLessThan(300);
  return JSON.parse(answer.text) as T;
}

/** All fields have the word. One tag and the series are also those of public posts. */
const fieldsWith = (word: string, n: number) => ({
  title: `${word} title${n}`,
  category: n % 2 ? `${word}-category` : 'javascript',
  content: `<p>Text with ${word}content${n}.</p>`,
  image: `https://pictures.example/${word}cover${n}.png`,
  imageAlt: `${word} alt${n}`,
  tags: [`${word} tag${n}`, 'Shared'],
  slug: `${word}-slug${n}`,
  seo: { title: `${word} seo${n}`, description: `${word} description${n}` },
  series: { title: n % 2 ? `${word} series` : 'Parts' },
  featured: true,
});

const create = (word: string, n: number) => api<Document>('POST', 'create', fieldsWith(word, n));

async function publish({ _id, revision }: Document, at?: string): Promise<Document> {
  const line = `publish/${_id}`;
  return (await api<{ document: Document }>('POST', line, { revision, at })).document;
}

/** The reader comments on a post, and the writer likes it. */
async function comment(postId: string, content: string): Promise<void> {
  const json = { content, postId, userId: reader.userId };
  const made = await reader.call('POST', '/api/comment/create', json);
  expect(made.status, made.text).toBe(201);
  const { _id } = JSON.parse(made.text) as { _id: string };
  const liked = await writer.call('PUT', `/api/comment/likeComment/${_id}`);
  expect(liked.status, liked.text).toBe(200);
}

async function writePosts(): Promise<void> {
  for (let n = 0; n < 6; n++) {
    const fields = { title: `Open ${n}`, tags: ['Shared'], series: { title: 'Parts' } };
    const rest = { category: 'javascript', content: `<p>Public text ${n}.</p>` };
    const shown = await publish(await api<Document>('POST', 'create', { ...fields, ...rest }));
    // Half of them have changes that aren't public.
    if (n < 3) continue;
    const { slug: _, ...changes } = fieldsWith(NEVER_PUBLIC, n);
    await api('PUT', `update/${shown._id}`, { revision: shown.revision, ...changes });
  }
  for (let n = FIRST; n < FIRST + 50; n += STEP) {
    const word = n < 40 ? NEVER_PUBLIC : TAKEN_BACK;
    const document = await create(word, n);
    hidden.push({ id: document._id, word, n });
    if (n >= 20 && n < 30) await publish(document, SCHEDULED_FOR);
    if (n >= 30 && n < 35) await api('POST', `trash/${document._id}`);
    if (n < 30) await api('POST', `previewlink/${document._id}`, {});
    if (n < 40) continue;
    await publish(document);
    await comment(document._id, `${word} comment${n}`);
    await api('POST', `${n < 50 ? 'unpublish' : 'trash'}/${document._id}`);
  }
}

/** What each kind of visitor may read without knowing an id. */
const LISTS = [
  ...['/api/post/getposts?limit=100', '/api/post/categories', '/api/document/getdocuments'],
  ...['/api/document/getdocuments?status=trashed', '/api/document/tags', '/api/document/series'],
  ...['/api/comment/getcomments', '/api/stats/desk', '/api/stats/overview', '/api/stats/views'],
  ...['/api/post/getposts?tag=shared', '/api/site/status', '/api/health', '/api/auth/session'],
];

const pathsOf = ({ id, word, n }: (typeof hidden)[number]) => [
  `/api/post/getposts?postId=${id}`,
  `/api/post/getposts?slug=${word}-slug${n}`,
  `/api/post/getposts?searchTerm=${word}content${n}`,
  `/api/post/getposts?tag=${word}-tag${n}`,
  `/api/document/${id}`,
  `/api/document/revisions/${id}`,
  `/api/document/revisions/${id}/1`,
  `/api/document/previewlink/${id}`,
  `/api/comment/getPostComments/${id}`,
  `/post/${word}-slug${n}`,
  `/post/${word}-slug${n}/comments.xml`,
];

const groupsOf = (word: string) => [
  ...[`/tag/${word}-tag11`, `/tag/${word}-tag41/rss.xml`, `/series/${word}-series`],
  ...[`/category/${word}-category`, `/category/${word}-category/rss.xml`],
  ...[`/search?category=${word}-category`, `/series/${word}-series/rss.xml`],
];

async function expectNothingPublic(): Promise<void> {
  // Lists, feeds and search are rendered a moment after a change.
  await expect
    .poll(async () => pathsWith(await crawl(server.url), WORDS), {
      interval: 500,
      timeout: 240_000,
    })
    .toEqual([]);
  const stored = await readAll(join(server.dataDir, 'site'));
  expect(pathsWith(stored, [NEVER_PUBLIC])).toEqual([]);
  expect(server.output().toLowerCase()).not.toContain(NEVER_PUBLIC);
}

/** Asks last: the log has what others search for. */
async function expectNoAnswers(): Promise<void> {
  const guest = (path: string) => call(server.url, 'GET', path);
  const others = [
    await visit(server, accountOf('other')),
    await visit(server, accountOf('reader')),
  ];
  const visitors = [guest, ...others.map((user) => (path: string) => user.call('GET', path))];
  const paths = [...LISTS, ...hidden.flatMap(pathsOf), ...WORDS.flatMap(groupsOf)];
  for (const ask of visitors) {
    const answers = new Map<string, string>();
    for (const path of paths) {
      const { status, text } = await ask(path);
      expect(status, `${path}: ${text}`).toBeLessThan(500);
      answers.set(`answer ${answers.size}`, text);
      if (/^\/(post|tag|series)\//.test(path)) expect([404, 410], path).toContain(status);
    }
    const leaks = pathsWith(answers, WORDS).map((key) => paths[Number(key.split(' ')[1])]);
    expect(leaks).toEqual([]);
  }
}

it(`no page, feed, file, log line or answer has a word of ${COUNT} posts that are not public`, async () => {
  const own = await writer.call('GET', '/api/document/getdocuments?limit=100');
  expect(own.text, 'the words are there').toContain(`${NEVER_PUBLIC} title${FIRST}`);
  expect([...(await crawl(server.url)).values()].join(), 'the crawl finds posts').toContain(
    'Public text 5.',
  );
  await expectNothingPublic();
  await expectNoAnswers();
});

it('comments on posts that were taken back are in no count, search or download of others', async () => {
  const admin = await visit(server);
  const ask = async (path: string) => JSON.parse((await admin.call('GET', path)).text);
  const comments = await ask('/api/comment/getcomments');
  expect(comments).toMatchObject({ comments: [], totalComments: 0, lastMonthComments: 0 });
  const found = await ask(`/api/comment/getcomments?searchTerm=${TAKEN_BACK}`);
  expect(found.totalComments).toBe(0);
  const { months } = await ask('/api/stats/overview');
  expect(months.at(-1)).toMatchObject({ posts: 6, comments: 0 });
  for (const user of [admin, writer]) {
    const desk = await user.call('GET', '/api/stats/desk');
    expect(desk.text).not.toContain(`${TAKEN_BACK} comment`);
  }
  // Only their own download has what a user wrote: a .zip file without compression.
  const download = async (user: Visitor) => (await user.call('GET', '/api/user/export')).text;
  expect(await download(reader)).toContain(`${TAKEN_BACK} comment41`);
  expect(await download(writer)).not.toContain(`${TAKEN_BACK} comment`);
});

it('nor after a restart that renders every page again', { tags: 'long' }, async () => {
  await server.kill('SIGTERM');
  await rm(join(folder, 'data', 'site'), { recursive: true });
  server = await start();
  await expectNothingPublic();
  const stored = await readAll(join(server.dataDir, 'site'));
  expect(stored.size).toBeGreaterThan(50);
  expect(pathsWith(stored, WORDS)).toEqual([]);
  expect(server.output().toLowerCase()).not.toContain(TAKEN_BACK);
  await expectNoAnswers();
});
