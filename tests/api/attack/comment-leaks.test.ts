import { beforeEach, expect, test } from 'vitest';
import type { Comment } from '../../../api/contract/comments.ts';
import { hidePost } from '../../../db/queries/posts-table.ts';
import type { UserRow } from '../../../db/queries/users.ts';
import { readPageComments } from '../../../src/lib/page-comments.ts';
import { makePost, makeUser } from '../../support/database.ts';
import { draft, type Scene, scene } from '../comments/support.ts';

// Comments that only their author and moderators may read, with a word in each. `s.author` wrote
// them; `s.reader` reported and answered some.

const OUT = ['zqheld', 'zqspam', 'zqremoved', 'zqhidden', 'zqtop'];
/** Former and erased texts, for moderators or for no one. */
const GONE = ['zqformer', 'zqerased', 'zqreport', 'zqnote'];

let s: Scene;
let hiddenId: string;
let writer: UserRow;
const ids: Record<string, string> = {};

async function call(line: string, as: UserRow, json?: object) {
  const { status, body } = await s.call(line, { as, json });
  expect(status, `${line}: ${JSON.stringify(body)}`).toBeLessThan(300);
  return body;
}

async function write(content: string, more: object = {}, as = s.author): Promise<string> {
  const json = draft(s, as, content, more);
  const { _id }: Comment = await call('POST /api/comment/create', as, json);
  ids[content] = _id;
  return _id;
}

beforeEach(async () => {
  s = await scene({ limits: { comment: { points: 100, duration: 60 } } });
  writer = await makeUser(s.database, { role: 'author' });
  const hidden = await makePost(s.database, { slug: 'hidden', userId: writer.id });
  hiddenId = hidden.id;
  const edited = await write('zqformer');
  await call(`PUT /api/comment/editComment/${edited}`, s.author, { content: 'Open' });
  await write('zqhidden', { postId: hidden.id });
  const top = await write('zqtop');
  await write('A visible reply', { parentId: top }, s.reader);
  await write('zqheld', { parentId: top });
  for (const content of ['zqspam', 'zqremoved', 'zqerased']) await write(content);
  await call(`POST /api/comment/report/${edited}`, s.reader, { reason: 'abuse', note: 'zqreport' });
  const moderate = (id: string | undefined, action: string) =>
    call(`PUT /api/comment/moderate/${id}`, s.admin, { action, note: 'zqnote' });
  await moderate(ids.zqheld, 'hold');
  await moderate(ids.zqspam, 'spam');
  await moderate(ids.zqremoved, 'remove');
  await moderate(top, 'remove');
  await call(`DELETE /api/comment/deleteComment/${ids.zqerased}`, s.author);
  await s.database.transaction((tx) => hidePost(tx, hidden.id));
});

/** The paths of all calls that read, for each id that they could take. */
function paths(): string[] {
  const known = [...Object.values(ids), s.comment.id, s.post.id, hiddenId, s.author.id];
  const routes = s.app.routes.filter(({ method, path }) => method === 'GET' && path !== '/*');
  const found = new Set<string>();
  for (const { path } of routes) {
    if (path.includes('*')) continue;
    for (const id of known) {
      const own = path.replace(':slug', 'a-post').replace(/:[^/]+/g, id);
      found.add(own);
      if (path.includes(':slug')) found.add(path.replace(':slug', 'hidden'));
      if (path.includes('/getthreads/'))
        for (const around of known) found.add(`${own}?around=${around}`);
    }
  }
  for (const word of [...OUT, ...GONE]) {
    found.add(`/api/comment/getcomments?searchTerm=${word}`);
    found.add(`/api/post/getposts?searchTerm=${word}`);
    found.add(`/api/post/search?searchTerm=${word}`);
  }
  return [...found];
}

/** Returns the words that a visitor finds, and the paths where. */
async function found(as: UserRow | undefined, words: string[]): Promise<string[]> {
  const leaks: string[] = [];
  for (const path of paths()) {
    const { status, body } = await s.call(`GET ${path}`, { as });
    expect(status, path).toBeLessThan(500);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    for (const word of words) if (text?.includes(word)) leaks.push(`${word} in ${path}`);
  }
  return leaks;
}

test('guests, members and authors of posts read no comment that isn’t visible', async () => {
  const all = [...OUT, ...GONE];
  expect(await found(undefined, all)).toEqual([]);
  expect(
    await found(
      s.reader,
      all.filter((word) => word !== 'zqreport'),
    ),
  ).toEqual([]);
  expect(await found(writer, all)).toEqual([]);
});

test('their author reads the held one among the threads, and none of the others', async () => {
  const threads = `/api/comment/getthreads/${s.post.id}`;
  const places = (await found(s.author, OUT)).filter((place) => !place.includes('/user/export'));
  expect(places.length).toBeGreaterThan(0);
  expect(places.filter((place) => !place.startsWith(`zqheld in ${threads}`))).toEqual([]);
  const { body } = await s.call(`GET ${threads}`, { as: s.author });
  expect(body.held).toMatchObject([{ content: 'zqheld', state: 'held' }]);
  const others = (await found(s.author, GONE)).filter((place) => !place.includes('/user/export'));
  expect(others.filter((place) => !place.endsWith('in /api/notifications'))).toEqual([]);
});

test('pages, counts and lists have only what is visible', async () => {
  const { read } = s.database;
  const page = JSON.stringify(await readPageComments(read, s.post.id));
  expect(page).toContain('A visible reply');
  for (const word of [...OUT, ...GONE]) expect(page).not.toContain(word);
  expect(JSON.stringify(await readPageComments(read, hiddenId))).not.toContain('zq');
  const thread = await s.call(`GET /api/comment/getPostComments/${s.post.id}`);
  expect(thread.headers.get('X-Total-Count')).toBe('3');
  const { body } = await s.call(`GET /api/comment/getthreads/${s.post.id}`);
  expect(body.total).toBe(3);
  const list = await s.call('GET /api/comment/getcomments', { as: s.admin });
  expect(list.body.totalComments).toBe(3);
});

test('no one can like, report, answer or edit a comment they can’t see', async () => {
  for (const word of [...OUT, 'zqerased']) {
    const id = ids[word];
    const answers = [
      await s.call(`PUT /api/comment/likeComment/${id}`, { as: s.reader }),
      await s.call(`POST /api/comment/report/${id}`, { as: s.reader, json: { reason: 'spam' } }),
      await s.call(`PUT /api/comment/editComment/${id}`, { as: s.reader, json: { content: 'x' } }),
      await s.call(`DELETE /api/comment/deleteComment/${id}`, { as: s.reader }),
      await s.call('POST /api/comment/create', {
        json: draft(s, s.reader, 'Reply', { parentId: id }),
        as: s.reader,
      }),
    ];
    expect(
      answers.map(({ status }) => status),
      word,
    ).toEqual([404, 404, 404, 404, 404]);
  }
});
