/**
 * Lists with 1,000 and 100,000 rows: the first page and a far one of what visitors and the dashboard load. Then
 * a thread of 50,000 comments, a comment with 100,000 likes, and what others wait while an account with 20,000
 * comments is deleted. On the database, without HTTP. Part of what grows with a site.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Database, openDatabase } from '../db/client.ts';
import { listArchive, listPostMonths, listSitemapRange } from '../db/queries/archive.ts';
import {
  countComments,
  deleteSomeActivity,
  insertComment,
  listComments,
  readThread,
} from '../db/queries/comments.ts';
import {
  countDocuments,
  type DocumentFilter,
  type DocumentSortKey,
  listDocuments,
} from '../db/queries/documents.ts';
import { listPostsWithTotals } from '../db/queries/post-lists.ts';
import { listSetCards } from '../db/queries/post-sets.ts';
import { countUsers, listUsers } from '../db/queries/users.ts';
import { percentile } from './support/figures.ts';
import { fillThread, fillWithMany } from './support/many.ts';
import { count, kb, ms, type Row } from './support/rows.ts';

const SIZES = [1_000, 100_000] as const;
const READS = 40;
const WARM_UP = 3;
const PAGE = 20;
/** What a far page may take. */
const FAR_MS = 20;
/** A figure below is noise, however small the other one is. */
const NOISE_MS = 2;
const THREAD = { postId: 'post-1', userId: 'user-1', comments: 50_000, likes: 100_000 };
const THREAD_MS = 10;
const THREAD_BYTES = 100_000;
const DELETED = { postId: 'post-2', userId: 'user-20', comments: 20_000, likes: 0 };
const SLICE = 500;
const WAIT_MS = 100;

/** Returns the median of the milliseconds that a read takes. */
async function timeOf(read: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < READS + WARM_UP; n++) {
    const began = performance.now();
    await read();
    times.push(performance.now() - began);
  }
  return percentile(times.slice(WARM_UP), 0.5);
}

/** Lists without a far page. */
const WITHOUT_FAR_PAGE = ['drafts of an author', 'months of the archive'];

type Read = (startIndex: number) => Promise<unknown>;

function listsOf({ read: db }: Database): Record<string, Read> {
  const since = new Date(Date.now() - 30 * 24 * 3_600_000);
  const [from, to] = [new Date(0), new Date()];
  const limit = PAGE;
  const documents = (filter: DocumentFilter, startIndex: number, sortBy?: DocumentSortKey) =>
    Promise.all([
      listDocuments(db, filter, { startIndex, limit, sortBy }),
      countDocuments(db, filter),
    ]);
  // Half of the posts are in the category. Each of the ten authors has a tenth of the posts.
  return {
    getposts: (startIndex) => listPostsWithTotals(db, {}, { startIndex, limit, since }),
    'getposts of a category': (startIndex) =>
      listPostsWithTotals(
        db,
        { category: 'reactjs' },
        { startIndex: startIndex / 2, limit, since },
      ),
    'getposts of a tag': (startIndex) =>
      listPostsWithTotals(db, { tag: 'everything' }, { startIndex, limit, since }),
    'the page of a tag': (startIndex) =>
      listSetCards(db, { tag: 'everything' }, { startIndex, limit }),
    'posts of the dashboard': (startIndex) => documents({}, startIndex),
    'documents by title': (startIndex) => documents({}, startIndex, 'title'),
    'published documents of an author by title': (startIndex) =>
      documents({ userId: 'user-1', status: 'published' }, startIndex / 10, 'title'),
    'documents of a category': (startIndex) => documents({ category: 'reactjs' }, startIndex / 2),
    'published documents of an author': (startIndex) =>
      documents({ userId: 'user-1', status: 'published' }, startIndex / 10),
    // The author has no drafts, so this skips all documents of the author.
    'drafts of an author': () => documents({ userId: 'user-1', status: 'draft' }, 0),
    'comments of the dashboard': (startIndex) =>
      Promise.all([listComments(db, { startIndex, limit }), countComments(db)]),
    'comments by likes': (startIndex) =>
      Promise.all([listComments(db, { startIndex, limit, sortBy: 'likes' }), countComments(db)]),
    'users of the dashboard': (startIndex) =>
      Promise.all([listUsers(db, { startIndex, limit }), countUsers(db)]),
    archive: (startIndex) => listArchive(db, { from, to, startIndex, limit }),
    'months of the archive': () => listPostMonths(db),
    sitemap: (startIndex) => listSitemapRange(db, startIndex + 1, startIndex + 500),
  };
}

async function listTimes(folder: string, size: number): Promise<Map<string, number[]>> {
  const file = join(folder, `${size}.db`);
  const database = await openDatabase(`file:${file}`);
  await database.migrate();
  fillWithMany(file, size);
  const times = new Map<string, number[]>();
  for (const [name, read] of Object.entries(listsOf(database))) {
    const far = size * 0.9;
    times.set(name, [await timeOf(() => read(0)), await timeOf(() => read(far))]);
  }
  await database.close();
  return times;
}

async function lists(folder: string): Promise<Row[]> {
  const [few, many] = [await listTimes(folder, SIZES[0]), await listTimes(folder, SIZES[1])];
  return [...many].flatMap(([name, [first = 0, far = 0]]) => {
    const [small = 0] = few.get(name) ?? [];
    const firstPage: Row = {
      what: `${name}, of ${count(SIZES[1])}`,
      ours: ms(first),
      baseline: `of ${count(SIZES[0])}: ${ms(small)}`,
      ratio: first / Math.max(small, NOISE_MS),
      aim: { atMost: 2 },
    };
    const farPage: Row = {
      what: `${name}, from ${count(SIZES[1] * 0.9)}`,
      ours: ms(far),
      baseline: ms(FAR_MS),
      ratio: far / FAR_MS,
      aim: { atMost: 1 },
    };
    return WITHOUT_FAR_PAGE.includes(name) ? [firstPage] : [firstPage, farPage];
  });
}

async function thread({ read: db }: Database): Promise<Row[]> {
  const { postId } = THREAD;
  const within = (what: string, ours: number): Row => ({
    ...{ what, ours: ms(ours), baseline: ms(THREAD_MS) },
    ...{ ratio: ours / THREAD_MS, aim: { atMost: 1 } },
  });
  const page = (startIndex: number) => readThread(db, postId, { startIndex, limit: PAGE });
  const bytes = JSON.stringify(await page(0)).length;
  return [
    within('thread of 50,000 comments, one with 100,000 likes', await timeOf(() => page(0))),
    within('thread from 45,000', await timeOf(() => page(45_000))),
    {
      ...{ what: 'its first page', ours: kb(bytes), baseline: kb(THREAD_BYTES) },
      ...{ ratio: bytes / THREAD_BYTES, aim: { atMost: 1 } },
    },
  ];
}

/** Returns the longest wait of someone who comments while an account is deleted. */
async function deletion(database: Database): Promise<Row> {
  let isDone = false;
  const remove = async () => {
    const { userId } = DELETED;
    const slice = () => database.transaction((tx) => deleteSomeActivity(tx, userId, SLICE));
    while ((await slice()) === SLICE) await wait(5);
    isDone = true;
  };
  const removing = remove();
  let longest = 0;
  while (!isDone) {
    const began = performance.now();
    const at = new Date();
    const values = { postId: 'post-3', userId: 'user-2', content: 'Meanwhile' };
    await database.transaction((tx) =>
      insertComment(tx, { ...values, createdAt: at, updatedAt: at }),
    );
    longest = Math.max(longest, performance.now() - began);
    await wait(3);
  }
  await removing;
  return {
    what: 'longest wait of others while 20,000 comments are deleted',
    ...{ ours: ms(longest), baseline: ms(WAIT_MS) },
    ...{ ratio: longest / WAIT_MS, aim: { atMost: 1 } },
  };
}

/** Returns the rows about long lists. */
export async function measure(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-bench-'));
  try {
    const rows = await lists(folder);
    const file = join(folder, `${SIZES[1]}.db`);
    fillThread(file, THREAD);
    fillThread(file, DELETED);
    const database = await openDatabase(`file:${file}`);
    rows.push(...(await thread(database)), await deletion(database));
    await database.close();
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
