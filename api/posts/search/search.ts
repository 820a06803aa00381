import type { Logger } from 'pino';
import type { Database } from '../../../db/client.ts';
import { withDatabaseBudget } from '../../../db/deadline.ts';
import { findPostContent } from '../../../db/queries/posts.ts';
import type { RunQuery } from '../../../db/queries/query.ts';
import { searchPosts, withSearchNames } from '../../../db/queries/search.ts';
import { databaseFile } from '../../../db/url.ts';
import { answerCache, type Bytes, toJsonBytes } from '../../answer-cache.ts';
import type { Env } from '../../env.ts';
import { UnavailableError } from '../../errors.ts';
import { createFairQueue } from '../../fair-queue.ts';
import { inTurn } from '../../http/content-page.ts';
import { lastMonth } from '../../http/paging.ts';
import type { PostsQuery } from '../../post-fields/input.ts';
import { createSearchThread } from '../../search-thread.ts';
import { searchAnswer } from './answer.ts';
import { findHits, type HitsQuery, runHere, type SearchRunner } from './hits.ts';

const DEADLINE_MS = 2_000;

export interface PostSearch {
  /**
   * Returns the JSON response of `getposts` for a query with a search term. Clients (addresses)
   * take turns. Throws an UnavailableError if too many searches are waiting.
   */
  find(query: PostsQuery, client: string): Promise<Bytes>;
  /** The same for the response of `search`. */
  findHits(query: HitsQuery, client: string): Promise<Bytes>;
  /** Ends the search thread. */
  stop(): Promise<void>;
}

/**
 * Creates the search for visitors. Searches cost more than any other read, and anyone can send new
 * ones, so they run one at a time on a separate thread, or in PostgreSQL.
 */
export function createPostSearch(options: Options): PostSearch {
  const file = databaseFile(options.env.databaseUrl);
  return file === undefined ? searchInPostgres(options) : searchOnThread(file, options);
}

interface Options {
  env: Env;
  database: Database;
  log: Logger;
  now(): Date;
}

function searchInPostgres({ database, now }: Options): PostSearch {
  return {
    find: (query, client) =>
      withDatabaseBudget(async () => {
        const task = { withPictures: query.withPictures, limit: query.page.limit };
        const rows = await postsQueryOf(database, await withNames(database, query), now());
        const answer = () => searchAnswer(rows, task, (id) => findPostContent(database.read, id));
        return await inTurn(client, rows, answer);
      }, DEADLINE_MS),
    findHits: (query) =>
      withDatabaseBudget(async () => {
        return toJsonBytes(await findHits(query, database.read, runHere));
      }, DEADLINE_MS),
    stop: async () => undefined,
  };
}

/** On SQLite, where a search in this thread would block the server. */
function searchOnThread(file: string, { database, log, now }: Options): PostSearch {
  const thread = createSearchThread(file, { deadlineMs: DEADLINE_MS, log });
  const queue = createFairQueue({
    concurrency: 1,
    maxWaiting: 256,
    deadlineMs: DEADLINE_MS,
    full: () =>
      new UnavailableError(
        'Too many searches are running right now. Please try again in a moment.',
        2,
      ),
  });
  const cache = answerCache<{ body: Bytes }>({ database });
  const readRows = async (task: object) => {
    const body = await thread.run<Bytes>(task);
    return JSON.parse(Buffer.from(body).toString());
  };
  const onThread: SearchRunner = {
    all: (rows) => readRows({ rows: rows.toSQL() }),
    ranked: (rows, page) => readRows({ rows: rows.toSQL(), page }),
  };
  const answer = async (
    key: string,
    client: string,
    work: () => Promise<{ body: Bytes }>,
  ): Promise<Bytes> => {
    const cached = cache.find(key);
    if (cached) return cached.body;
    // The queue's deadline doesn't include the start of the thread.
    await thread.ready();
    // Check the cache again after the wait: the same search may have run in the meantime.
    const { body } = await queue(client, () => cache.answer(key, work));
    return body;
  };

  async function read(query: PostsQuery) {
    const { withPictures, page } = query;
    const found = postsQueryOf(database, await withNames(database, query, onThread.all), now());
    const task = { ...found.toSQL(), withPictures, limit: page.limit };
    return { body: await thread.run<Bytes>(task) };
  }

  return {
    find: (query, client) => answer(JSON.stringify(query), client, () => read(query)),
    findHits: (query, client) =>
      answer(`hits ${JSON.stringify(query)}`, client, async () => ({
        body: toJsonBytes(await findHits(query, database.read, onThread)),
      })),
    stop: thread.stop,
  };
}

function postsQueryOf({ read }: Database, { filter, page }: PostsQuery, now: Date) {
  return searchPosts(read, filter, { ...page, since: lastMonth(now) });
}

async function withNames(
  { read }: Database,
  query: PostsQuery,
  run?: RunQuery,
): Promise<PostsQuery> {
  return { ...query, filter: await withSearchNames(read, query.filter, run) };
}
