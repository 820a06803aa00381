import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import {
  type DocumentFilter,
  type DocumentPage,
  type FoundDocument,
  searchDocuments,
} from '../../db/queries/documents.ts';
import { databaseFile } from '../../db/url.ts';
import type { Env } from '../env.ts';
import { UnavailableError } from '../errors.ts';
import { createFairQueue } from '../fair-queue.ts';
import { createSearchThread } from '../search-thread.ts';

/** A thousand drafts of a megabyte each take 5 s. */
const DEADLINE_MS = 15_000;
const WORKER = new URL('./search-worker.ts', import.meta.url);

export interface FoundDocuments {
  total: number;
  /** The `seq` of the documents of the page, in order. */
  seqs: number[];
}

export interface DocumentSearch {
  /** Finds the documents that match a filter with a search term. Users take turns. */
  find(filter: DocumentFilter, page: DocumentPage, userId: string): Promise<FoundDocuments>;
  /** Ends the search thread. */
  stop(): Promise<void>;
}

/**
 * Creates the search of documents. It reads their full text, so on SQLite it runs on a thread,
 * separate from the visitors' search so they don't wait. PostgreSQL needs no thread.
 */
export function createDocumentSearch({
  env,
  database,
  log,
}: {
  env: Pick<Env, 'databaseUrl'>;
  database: Database;
  log: Logger;
}): DocumentSearch {
  const queryOf = (filter: DocumentFilter, page: DocumentPage) =>
    searchDocuments(database.read, filter, page);
  const file = databaseFile(env.databaseUrl);
  if (file === undefined) {
    return {
      find: async (filter, page) => toFound(await queryOf(filter, page)),
      stop: async () => undefined,
    };
  }
  const thread = createSearchThread(file, { script: WORKER, deadlineMs: DEADLINE_MS, log });
  const queue = createFairQueue({
    concurrency: 1,
    maxWaiting: 64,
    deadlineMs: DEADLINE_MS,
    full: () => new UnavailableError('Too many searches are running right now.', 2),
  });
  return {
    find: (filter, page, userId) =>
      queue(userId, async () => {
        const { sql, params } = queryOf(filter, page).toSQL();
        return toFound(await thread.run<FoundDocument[]>({ sql, params }));
      }),
    stop: thread.stop,
  };
}

function toFound(rows: readonly FoundDocument[]): FoundDocuments {
  return {
    total: rows[0]?.total ?? 0,
    seqs: rows.flatMap(({ seq }) => (seq === null ? [] : [seq])),
  };
}
