import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { INDEX_FILE, INDEX_PATH, type IndexFile } from '../../../api/contract/search.ts';
import { createLogger } from '../../../api/http/log.ts';
import { SearchIndex } from '../../../api/search/search-index.ts';
import type { Database } from '../../../db/client.ts';
import { insertPost } from '../../../db/queries/posts-table.ts';
import { listPostsById } from '../../../db/queries/search.ts';
import { testDatabase } from '../../support/database.ts';
import { entryOf } from './entries.ts';

const RENDERER = new URL('./renderer.ts', import.meta.url).href;
export const START = Date.UTC(2026, 0, 1);
export const HOUR = 3_600_000;

export interface Setup {
  database: Database & { url: string; folder: string };
  indexer: SearchIndex;
  site: string;
  clock: { now: number };
  /** Makes reading posts for the index fail. */
  reading: { fails: boolean };
}

/** Creates an index of posts, an hour apart. The test opens it; it's closed after the test. */
export async function setUp(posts: number, options: { renderer?: string } = {}): Promise<Setup> {
  const database = await testDatabase();
  await addPosts(database, posts, START);
  const clock = { now: START + 10_000 * HOUR };
  const reading = { fails: false };
  const indexer = new SearchIndex({
    database,
    rendererEntry: options.renderer ?? RENDERER,
    rendererEnv: { DATABASE_URL: database.url },
    log: createLogger('silent' as 'error'),
    readEntries: async (ids) => {
      if (reading.fails) throw new Error('The render thread has ended');
      return (await listPostsById(database.read, ids)).map((row) => entryOf(row));
    },
    onPublished: () => undefined,
    now: () => new Date(clock.now),
  });
  onTestFinished(() => indexer.close());
  return { database, indexer, site: join(database.folder, 'site'), clock, reading };
}

export async function addPosts(database: Database, count: number, start: number): Promise<void> {
  await database.transaction(async (tx) => {
    for (let n = 0; n < count; n++) {
      const at = new Date(start + n * HOUR);
      const text = `word${n} and more`;
      const values = {
        userId: 'author',
        title: `Post ${n}`,
        category: 'javascript',
        content: text,
      };
      const times = { createdAt: at, updatedAt: at };
      await insertPost(tx, { ...values, ...times, text, slug: `${start}-${n}` });
    }
  });
}

/** Waits until every post is indexed. */
export async function settled(indexer: SearchIndex): Promise<void> {
  for (let tries = 0; indexer.status().state === 'indexing'; tries++) {
    if (tries > 1200) throw new Error(`Still ${JSON.stringify(indexer.status())}`);
    await setTimeout(50);
  }
}

export async function indexFile(site: string): Promise<IndexFile> {
  return JSON.parse(await readFile(join(site, INDEX_PATH, INDEX_FILE), 'utf8')) as IndexFile;
}
