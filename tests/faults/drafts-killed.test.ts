import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Document } from '../../api/contract/documents.ts';
import { percentile } from '../../bench/support/figures.ts';
import { freePort, type RunningServer, startServer } from '../e2e/support/server.ts';
import { isFullRun } from '../support/full-run.ts';
import { expectWithin } from '../support/timing.ts';
import { damageIn, UNLIMITED, until, type Visitor, visit } from './support/site.ts';

const KILLS = isFullRun ? 12 : 1;
/** Saves of all rounds together. */
const SAVES = isFullRun ? 500 : 15;
const SCHEDULED = isFullRun ? 100 : 6;

let folder: string;
let port: number;
let server: RunningServer;
let admin: Visitor;

const start = async () => {
  const dataDir = join(folder, 'data');
  server = await startServer({ dataDir, port, env: { ...UNLIMITED, LOG_LEVEL: 'info' } });
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkwell-drafts-'));
  port = await freePort();
  await start();
  admin = await visit(server);
});

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

async function api<T>(method: string, path: string, json?: unknown): Promise<T> {
  const answer = await admin.call(method, `/api/document/${path}`, json);
  expect(answer.status, answer.text).toBeLessThan(300);
  return JSON.parse(answer.text) as T;
}

const rows = <T>(sql: string): T[] => {
  const database = new SQLite(join(folder, 'data', 'blog.db'), { readonly: true });
  try {
    return database.prepare(sql).all() as T[];
  } finally {
    database.close();
  }
};

/** Saves one text after the other until the connection ends. Returns the last confirmed one. */
async function saveUntilGone(
  document: Document,
  { from, onSave }: { from: number; onSave: (n: number) => void },
): Promise<{ revision: number; saved: number; sent: number }> {
  let { revision } = document;
  let saved = from;
  for (let n = from + 1; ; n++) {
    const content = `<p>Version ${n}. ${'Typed text. '.repeat(100)}</p>`;
    try {
      const next = await api<Document>('PUT', `update/${document._id}`, { revision, content });
      revision = next.revision;
      saved = n;
      onSave(n);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return { revision, saved, sent: n };
    }
  }
}

it(`a kill during autosaves loses nothing confirmed, ${SAVES} saves and ${KILLS} kills`, async () => {
  let document = await api<Document>('POST', 'create', { content: '<p>Version 0.</p>' });
  let last = 0;
  for (let round = 1; round <= KILLS; round++) {
    const enough = Math.round((SAVES * round) / KILLS);
    let killed: Promise<unknown> | undefined;
    const { revision, saved, sent } = await saveUntilGone(document, {
      from: last,
      onSave(n) {
        if (n < enough || killed) return;
        // Not always at the same step of a save.
        killed = new Promise((wait) => setTimeout(wait, Math.random() * 20)).then(() =>
          server.kill('SIGKILL'),
        );
      },
    });
    await killed;
    await start();
    expect(damageIn(join(folder, 'data', 'blog.db'))).toBe(null);
    document = await api<Document>('GET', document._id);
    const found = Number(/Version (\d+)\./.exec(document.content)?.[1]);
    // The save in progress may have been written, too.
    expect([saved, sent]).toContain(found);
    expect(document.revision).toBe(revision + found - saved);
    const [newest] = (
      await api<{ revisions: { number: number }[] }>('GET', `revisions/${document._id}`)
    ).revisions;
    expect(newest?.number, 'the timeline has it').toBe(document.revision);
    last = found;
  }
  expect(last).toBeGreaterThanOrEqual(SAVES);
});

it(`${SCHEDULED} scheduled posts over a kill and a restart are published once each, on time`, {
  tags: 'long',
}, async () => {
  const documents: Document[] = [];
  for (let n = 0; n < SCHEDULED; n++) {
    const fields = { title: `Planned ${n}`, category: 'javascript', content: `<p>Text ${n}</p>` };
    documents.push(await api<Document>('POST', 'create', fields));
  }
  const ids = documents.map(({ _id }) => _id);
  // Time to schedule them all, on a busy machine too.
  const begin = Date.now() + 12_000 + SCHEDULED * 20;
  for (const [n, { _id, revision }] of documents.entries()) {
    const at = new Date(begin + n * 200).toISOString();
    await api('POST', `publish/${_id}`, { revision, at });
  }
  await new Promise((wait) => setTimeout(wait, begin + SCHEDULED * 100 - Date.now()));
  await server.kill('SIGKILL');
  const downFrom = Date.now();
  await start();
  const downUntil = Date.now();
  await until(async () => rows('select 1 from posts').length === SCHEDULED);

  type Published = { id: string; publishedAt: number; publishedFor: number; status: string };
  const published = rows<Published>(
    `select id, status, published_at as publishedAt, published_for as publishedFor from documents
     where published_for is not null`,
  );
  expect(published.map(({ id }) => id).sort()).toEqual([...ids].sort());
  expect(new Set(published.map(({ status }) => status))).toEqual(new Set(['published']));
  const feed = rows<{ postId: string; count: number }>(
    `select subject as postId, count(*) as count from audit where action like 'post.%'
     and actor = 'system' group by subject`,
  );
  expect(
    feed.filter(({ count }) => count !== 1),
    'each exactly once',
  ).toEqual([]);
  expect(feed).toHaveLength(SCHEDULED);
  // Those that were due while nothing ran are published at the start.
  const isMissed = ({ publishedFor }: Published) =>
    publishedFor > downFrom - 1_000 && publishedFor < downUntil;
  const late = published
    .filter((each) => !isMissed(each))
    .map(({ publishedAt, publishedFor }) => publishedAt - publishedFor);
  expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
  expectWithin(percentile(late, 0.95), 1_000);
  for (const { publishedAt } of published.filter(isMissed)) {
    expectWithin(publishedAt - downUntil, 5_000);
  }
  for (const n of ids.keys()) {
    const status = async () => (await fetch(`${server.url}/post/planned-${n}`)).status;
    await expect.poll(status).toBe(200);
  }
});
