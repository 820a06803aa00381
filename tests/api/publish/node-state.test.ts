import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { type NodeState, NodeStateFile } from '../../../api/publish/node-state.ts';
import { deleteChangesBefore } from '../../../db/queries/changes.ts';
import { emptyFolder, makePost, recordChange, testDatabase } from '../../support/database.ts';
import { createPublisher } from '../../support/publisher.ts';

const RENDERER = `
  import { readFileSync } from 'node:fs';
  import { join } from 'node:path';
  export async function render() {
    const words = readFileSync(join(import.meta.dirname, 'words'), 'utf8');
    return new Response(words, { headers: { 'Content-Type': 'text/html' } });
  }
  export const affectedPaths = async ({ slug }) => ['/post/' + slug, '/'];
  export async function* allPaths() { yield '/post/one'; yield '/'; }
  export const searchEntries = async () => [];
  export const renderOg = async () => null;
`;

/** Health is 503 from here on (api/health). */
const FAR_BEHIND_MS = 30_000;

async function site() {
  const database = await testDatabase();
  const dataDir = database.folder;
  await makePost(database, { slug: 'one' });
  return {
    database,
    file: join(dataDir, 'published.json'),
    /** Starts and stops with a renderer that writes `words`. Returns the home page and the log. */
    async run(words: string) {
      await writeFile(join(dataDir, 'words'), words);
      const lines: string[] = [];
      const publisher = await createPublisher(database, RENDERER, {
        log: pino({ level: 'info' }, { write: (line: string) => lines.push(line) }),
      });
      const { complete } = await publisher.start();
      const behindMs = [publisher.behindMs()];
      await complete;
      behindMs.push(publisher.behindMs());
      const home = await readFile(join(publisher.root, 'index.html'), 'utf8');
      await publisher.stop();
      return { home, log: lines.join(''), behindMs };
    },
  };
}

test('a damaged state file causes a full render, and an intact one doesn’t', async () => {
  const { file, run } = await site();
  await run('before');
  expect((await run('unread')).home).toBe('before');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.slice(0, text.length / 2));
  const { home, log } = await run('after');
  expect(home).toBe('after');
  expect(log).toContain('no state of publishing: rendering everything');
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(JSON.parse(text));
});

describe('if the state can’t be read, everything is rendered and the log says so', () => {
  const whole = { version: 1, feed: 'a', cursor: 3, backlog: [], failures: [], deferred: [] };
  const text = JSON.stringify({ ...whole, live: [], stories: null });

  /** Loads a state file with this text, or no file. Returns the state and the log. */
  async function load(written: string | undefined) {
    const dataDir = await emptyFolder();
    if (written !== undefined) await writeFile(join(dataDir, 'published.json'), written);
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
    const file = new NodeStateFile({ dataDir, log }, () => ({}) as NodeState);
    return { state: await file.load(), log: lines.join('') };
  }

  test('an intact state file is read', async () => {
    expect(await load(text)).toMatchObject({ state: { feed: 'a', cursor: 3 }, log: '' });
  });

  test.each<[string, string | undefined]>([
    ['damaged', text.slice(0, text.length / 2)],
    ['empty', ''],
    ['full of zeros', '\0'.repeat(text.length)],
    ['of another kind', '[]'],
    ['without its backlog', JSON.stringify({ ...JSON.parse(text), backlog: undefined })],
    ['with a broken failure', JSON.stringify({ ...JSON.parse(text), failures: [{}] })],
    ['from a newer version', JSON.stringify({ ...JSON.parse(text), version: 2 })],
    ['missing', undefined],
  ])('a state file that’s %s isn’t read', async (_, written) => {
    const { state, log } = await load(written);
    expect(state).toBeUndefined();
    expect(log).toContain('no state of publishing: rendering everything');
  });
});

test('a state of another database ends in a full render, which the log says', async () => {
  const { file, run } = await site();
  await run('before');
  const state = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...state, feed: 'another' }));
  const { home, log, behindMs } = await run('after');
  expect(home).toBe('after');
  expect(log).toContain('the feed has other changes: rendering everything');
  expect(behindMs).toEqual([0, 0]);
});

test('a node that missed changes is far behind until everything is rendered', async () => {
  const { database, run } = await site();
  await run('before');
  await recordChange(database, { action: 'publish', postId: 'gone', slug: 'one' });
  await database.transaction((tx) => deleteChangesBefore(tx, new Date(Date.now() + 1000)));
  const { home, behindMs } = await run('after');
  expect(home).toBe('after');
  expect(behindMs[0]).toBeGreaterThan(FAR_BEHIND_MS);
  expect(behindMs[1]).toBe(0);
});
