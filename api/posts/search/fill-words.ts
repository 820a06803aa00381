import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Database } from '../../../db/client.ts';
import { hasFormerIndex } from '../../../db/queries/former-words.ts';
import { indexOutdatedPosts } from '../../../db/queries/posts-table.ts';
import { hasOutdatedWords } from '../../../db/queries/search-words.ts';
import { databaseFile } from '../../../db/url.ts';
import type { Env } from '../../env.ts';

/** Pause between two transactions, so other writes get a turn. */
const PAUSE_MS = 5;
const EMPTYING = new URL('./empty-former-index.ts', import.meta.url);

interface Options {
  env: Pick<Env, 'databaseUrl'>;
  database: Database;
  signal?: AbortSignal;
}

/** Returns whether any post has outdated words, or the former index isn't empty. */
export async function areWordsOutdated({ read }: Database): Promise<boolean> {
  return (await hasOutdatedWords(read)) || (await hasFormerIndex(read));
}

/**
 * Indexes posts with missing or outdated words, in slices. Then empties the former index, which
 * searches use in the meantime. A stop or kill loses at most one slice.
 */
export async function fillWords({ env, database, signal }: Options): Promise<void> {
  while (!signal?.aborted) {
    if ((await database.transaction(indexOutdatedPosts)) === 0) {
      if (await hasFormerIndex(database.read)) await emptyFormerIndex(env);
      return;
    }
    await wait(PAUSE_MS);
  }
}

/** Runs on a thread, because it takes a second with 10,000 posts. */
async function emptyFormerIndex({ databaseUrl }: Options['env']): Promise<void> {
  const worker = new Worker(EMPTYING, { workerData: { file: databaseFile(databaseUrl) } });
  await once(worker, 'exit');
}
