import { databaseFile } from '../../../db/client.ts';
import { searchPosts } from '../../../db/queries/post-search.ts';
import { answerCache } from '../../answer-cache.ts';
import { UnavailableError } from '../../errors.ts';
import { createFairQueue } from '../../fair-queue.ts';
import { lastMonth } from '../../http/paging.ts';
import type { Services } from '../../services.ts';
import type { PostsQuery } from '../list.ts';
import { searchAnswer } from './answer.ts';
import { type Json, searchThread } from './thread.ts';

const MAX_WAITING = 256;
const DEADLINE_MS = 2_000;
const RETRY_AFTER_SECONDS = 2;

export interface PostSearch {
  /**
   * What `getposts` answers to a query with a search term, as JSON. `client` is the address that takes
   * turns with others. Throws an UnavailableError when there is too much to do.
   */
  find(query: PostsQuery, client: string): Promise<string | Json>;
  /** Ends the thread. */
  stop(): Promise<void>;
}

/**
 * Searches of visitors. They cost more than any other read, and anyone can send new ones, so they run on a
 * thread of their own, one at a time. With a database on a server they run there.
 */
export function createPostSearch({
  env,
  database,
  log,
  now,
}: Pick<Services, 'env' | 'database' | 'log' | 'now'>): PostSearch {
  const queryOf = ({ filter, page }: PostsQuery) =>
    searchPosts(database.read, filter, { ...page, since: lastMonth(now()) });
  const file = databaseFile(env.databaseUrl);
  if (file === undefined) {
    return {
      find: async (query) => JSON.stringify(searchAnswer((await queryOf(query)) ?? [], query)),
      stop: async () => undefined,
    };
  }

  const thread = searchThread(file, { deadlineMs: DEADLINE_MS, log });
  const queue = createFairQueue({
    concurrency: 1,
    maxWaiting: MAX_WAITING,
    deadlineMs: DEADLINE_MS,
    full: () =>
      new UnavailableError(
        'Too many searches are running right now. Please try again in a moment.',
        RETRY_AFTER_SECONDS,
      ),
  });
  const cache = answerCache<{ body: string | Json }>({ env, database });

  async function read(query: PostsQuery): Promise<{ body: string | Json }> {
    const search = queryOf(query)?.toSQL();
    if (!search) return { body: JSON.stringify(searchAnswer([], query)) };
    return { body: await thread.run({ ...search, withPictures: query.withPictures }) };
  }

  return {
    async find(query, client) {
      const key = JSON.stringify(query);
      const known = await cache.find(key);
      // Looked up again in its turn: someone else may have asked the same.
      const { body } = known ?? (await queue(client, () => cache.answer(key, () => read(query))));
      return body;
    },
    stop: thread.stop,
  };
}
