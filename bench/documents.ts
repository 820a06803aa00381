/**
 * With 10,000 documents, 50,000 versions and 10,000 pictures: the time of an autosave, of the lists
 * and of a timeline, and from the scheduled instant until the page of a post is served.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Document } from '../api/contract/documents.ts';
import { openDatabase } from '../db/client.ts';
import { insertDocument } from '../db/queries/documents.ts';
import { insertPicture } from '../db/queries/pictures.ts';
import { saveRevision } from '../db/queries/revisions.ts';
import { pick, VERSION_FIELDS } from '../db/schema.ts';
import { startServer } from '../tests/e2e/support/server.ts';
import { signInAs } from './support/client.ts';
import { percentile, timesOf } from './support/figures.ts';
import { articleOf } from './support/posts.ts';
import { ms, type Row, within } from './support/rows.ts';

const DOCUMENTS = 10_000;
const VERSIONS = 5;
const CALLS = { warmUp: 10, count: 200 };
const SCHEDULED = { warmUp: 3, count: 20 };
/** Longer than the search index takes for the post before. */
const AHEAD_MS = 2_000;
const MINUTE_MS = 60_000;
/** Limits: of reading, of an autosave, and of "goes live in that second". */
const READ_MS = 50;
const SAVE_MS = 50;
const LIVE_MS = 1_000;

const PICTURE = {
  userId: 'bench',
  width: 1600,
  height: 900,
  bytes: 90_000,
  widths: [480, 960, 1600],
  kind: 'post' as const,
};

const urlOf = (index: number) => `/uploads/${1_700_000_000_000 + index}-cover.jpg`;
/** Every tenth picture isn't used. */
const coverOf = (index: number) => (index % 10 === 0 ? '' : urlOf(index));
/** The first versions have the cover of another document. */
const formerCoverOf = (index: number, number: number) =>
  coverOf(number < 3 ? (index * 7) % DOCUMENTS : index);

async function fill(dataDir: string): Promise<void> {
  const database = await openDatabase(`file:${join(dataDir, 'blog.db')}`);
  await database.migrate();
  const start = Date.now() - DOCUMENTS * VERSIONS * MINUTE_MS;
  await database.transaction(async (tx) => {
    for (let index = 0; index < DOCUMENTS; index++) {
      const { title, category, content } = articleOf(index);
      const text = content.replaceAll(/<[^>]*>/g, ' ');
      const createdAt = new Date(start + index * VERSIONS * MINUTE_MS);
      const image = coverOf(index);
      await insertPicture(tx, { ...PICTURE, url: urlOf(index), createdAt });
      const fields = { title, category, content, text, image, userId: 'bench', revision: VERSIONS };
      const row = await insertDocument(tx, { ...fields, createdAt, updatedAt: createdAt });
      for (let number = 1; number <= VERSIONS; number++) {
        await saveRevision(tx, {
          documentId: row.id,
          number,
          kind: 'auto',
          name: '',
          userId: 'bench',
          added: 10,
          removed: 0,
          title,
          content,
          meta: { ...pick(row, VERSION_FIELDS), image: formerCoverOf(index, number) },
          createdAt: new Date(createdAt.getTime() + number * MINUTE_MS),
        });
      }
    }
  });
  await database.close();
}

type Call = <T>(method: string, path: string, json?: unknown) => Promise<T>;

function callerOf(url: string, cookie: string): Call {
  return async (method, path, json) => {
    const headers = { Cookie: cookie, 'Content-Type': 'application/json' };
    const body = json === undefined ? null : JSON.stringify(json);
    const response = await fetch(`${url}/api/document/${path}`, { method, headers, body });
    if (!response.ok) throw new Error(`${path} returned ${response.status}`);
    return await response.json();
  };
}

async function autosaves(call: Call): Promise<number[]> {
  const { content } = articleOf(0);
  let { _id, revision } = await call<Document>('POST', 'create', { title: 'Saved', content });
  return await timesOf(CALLS, async (n) => {
    const changed = { revision, content: `${content}<p>Line ${n}</p>` };
    ({ revision } = await call<Document>('PUT', `update/${_id}`, changed));
  });
}

/** Returns the times of the media library: a page, its unused pictures, a search. */
async function mediaTimes(url: string, cookie: string): Promise<Row[]> {
  const headers = { Cookie: cookie };
  const list = async (query: string) => {
    const response = await fetch(`${url}/api/media/getpictures?limit=24${query}`, { headers });
    if (!response.ok) throw new Error(`The media list returned ${response.status}`);
    await response.json();
  };
  const pages = await timesOf(CALLS, (n) => list(`&startIndex=${n * 24}`));
  const unused = await timesOf(CALLS, () => list('&unused=1'));
  const found = await timesOf(CALLS, (n) => list(`&searchTerm=${1_700_000_000_000 + n}`));
  return [
    withinAtP95('media: 24 of 10,000 pictures with their uses', pages, READ_MS),
    withinAtP95('media: unused pictures', unused, READ_MS),
    withinAtP95('media: search by name', found, READ_MS),
  ];
}

/** Waits until a page is served. */
async function untilServed(address: string): Promise<void> {
  while ((await fetch(address)).status !== 200) await setTimeout(1);
}

/** Returns the time from the scheduled instant until the page is served. */
async function scheduledOnce(url: string, call: Call, n: number): Promise<number> {
  const fields = { ...articleOf(n), slug: `scheduled-${n}` };
  const { _id, revision } = await call<Document>('POST', 'create', fields);
  const at = Date.now() + AHEAD_MS;
  await call('POST', `publish/${_id}`, { revision, at: new Date(at).toISOString() });
  await setTimeout(at - Date.now());
  await untilServed(`${url}/post/scheduled-${n}`);
  return Date.now() - at;
}

const withinAtP95 = (what: string, times: number[], limit: number): Row =>
  within(`${what}, p95`, percentile(times, 0.95), limit, ms);

async function measureIn(dataDir: string): Promise<Row[]> {
  await fill(dataDir);
  const server = await startServer({ dataDir });
  try {
    const { url } = server;
    const cookie = await signInAs(url);
    const call = callerOf(url, cookie);
    const saves = await autosaves(call);
    type List = { documents: Document[] };
    const { documents } = await call<List>('GET', 'getdocuments?startIndex=5000&limit=1');
    const list = await timesOf(CALLS, (n) =>
      call('GET', `getdocuments?startIndex=${n * 20}&limit=20`),
    );
    const timeline = await timesOf(CALLS, () => call('GET', `revisions/${documents[0]?._id}`));
    const media = await mediaTimes(url, cookie);
    const scheduled: number[] = [];
    for (let n = 0; n < SCHEDULED.warmUp + SCHEDULED.count; n++) {
      scheduled.push(await scheduledOnce(url, call, n));
    }
    return [
      withinAtP95('autosave of 5,000 characters', saves, SAVE_MS),
      withinAtP95('list of 20 of 10,000 documents', list, READ_MS),
      withinAtP95('timeline of a document, of 50,000 versions', timeline, READ_MS),
      ...media,
      withinAtP95('scheduled post to live', scheduled.slice(SCHEDULED.warmUp), LIVE_MS),
    ];
  } finally {
    await server.stop();
  }
}

/** Returns the rows about documents. */
export async function measure(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-bench-'));
  try {
    return await measureIn(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
