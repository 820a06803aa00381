/**
 * With 1,000 and 100,000 rows: the first page and a far one of the lists that `growth` doesn't
 * read: a tag that all posts have, and the orders of the dashboard. And looking up the redirect of
 * a path. On the database, without HTTP.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../db/client.ts';
import { countComments, listComments } from '../db/queries/comments.ts';
import { countDocuments, listDocuments } from '../db/queries/documents.ts';
import { findPathRedirect, MAX_REDIRECT_PATH } from '../db/queries/path-redirects.ts';
import { listCardsOf } from '../db/queries/post-lists.ts';
import { listPostsWithTotals } from '../db/queries/posts.ts';
import { median, timesOf } from './support/figures.ts';
import { fillWithMany } from './support/many.ts';
import { count, ms, type Row, within } from './support/rows.ts';

const SIZES = [1_000, 100_000] as const;
const READS = { warmUp: 3, count: 40 };
const PAGE = 20;
/** Limit of a far page. */
const FAR_MS = 20;
/** Limit for looking up a redirect: each request for an address without a page waits for it. */
const LOOKUP_MS = 1;
/** Times below it are noise. */
const NOISE_MS = 2;

type Read = (startIndex: number) => Promise<unknown>;

function listsOf({ read: db }: Database): Record<string, Read> {
  const since = new Date(Date.now() - 30 * 24 * 3_600_000);
  const limit = PAGE;
  return {
    'getposts of a tag': (startIndex) =>
      listPostsWithTotals(db, { tag: 'everything' }, { startIndex, limit, since }),
    'page of a tag': (startIndex) => listCardsOf(db, { tag: 'everything' }, { startIndex, limit }),
    'documents by title': (startIndex) =>
      Promise.all([
        listDocuments(db, {}, { startIndex, limit, sortBy: 'title' }),
        countDocuments(db, {}),
      ]),
    'comments by likes': (startIndex) =>
      Promise.all([listComments(db, { startIndex, limit, sortBy: 'likes' }), countComments(db)]),
  };
}

async function listTimes(folder: string, size: number): Promise<Map<string, number[]>> {
  const file = join(folder, `${size}.db`);
  const database = await openDatabase(`file:${file}`);
  await database.migrate();
  fillWithMany(file, size);
  const times = new Map<string, number[]>();
  for (const [name, read] of Object.entries(listsOf(database))) {
    const timeFrom = async (startIndex: number) =>
      median(await timesOf(READS, () => read(startIndex)));
    times.set(name, [await timeFrom(0), await timeFrom(size * 0.9)]);
  }
  await database.close();
  return times;
}

/**
 * Returns the time to look up a path without a redirect, of the maximum length, which takes
 * longest.
 */
async function lookUpTime(folder: string, size: number): Promise<number> {
  const database = await openDatabase(`file:${join(folder, `${size}.db`)}`);
  const path = `/${'a'.repeat(MAX_REDIRECT_PATH - 1)}`;
  const times = await timesOf(READS, () => findPathRedirect(database.read, path));
  await database.close();
  return median(times);
}

/** Returns the rows about long lists. */
export async function measure(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-bench-'));
  try {
    const [few, many] = [await listTimes(folder, SIZES[0]), await listTimes(folder, SIZES[1])];
    const lookUpMs = await lookUpTime(folder, SIZES[1]);
    const lists = [...many].flatMap(([name, [first = 0, far = 0]]): Row[] => {
      const [small = 0] = few.get(name) ?? [];
      return [
        {
          what: `${name}, of ${count(SIZES[1])}`,
          ours: ms(first),
          baseline: `of ${count(SIZES[0])}: ${ms(small)}`,
          ratio: first / Math.max(small, NOISE_MS),
          aim: { atMost: 2 },
        },
        within(`${name}, from ${count(SIZES[1] * 0.9)}`, far, FAR_MS, ms),
      ];
    });
    return [...lists, within(`one of ${count(SIZES[1])} redirects`, lookUpMs, LOOKUP_MS, ms)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
