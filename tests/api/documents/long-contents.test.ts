import { expect, onTestFinished, test } from 'vitest';
import { createContents } from '../../../api/content/prepare.ts';
import { insertDocument } from '../../../db/queries/documents.ts';
import { newId } from '../../../db/schema.ts';
import type { Desk } from './support.ts';
import { desk } from './support.ts';

const MEBIBYTE = 1024 * 1024;

/** Counts how often other work gets its turn until `work` has ended. */
async function turnsDuring<T>(work: () => Promise<T>): Promise<{ turns: number; result: T }> {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const result = await work();
  isDone = true;
  return { turns, result };
}

/** Drafts of `author`; the first has the oldest title and the newest change. */
async function longDrafts({ database, author }: Desk, count: number, bytes: number) {
  for (let n = 0; n < count; n++) {
    const text = `${'word '.repeat(bytes / 5)} Needle ${n}`;
    const at = new Date(Date.UTC(2026, 0, 1, 0, count - n));
    const fields = { id: newId(), userId: author.id, slug: '', title: `Draft ${n}` };
    const values = { ...fields, text, content: `<p>${text}</p>`, createdAt: at, updatedAt: at };
    await database.transaction((tx) => insertDocument(tx, values));
  }
}

interface List {
  documents: { title: string; content?: string }[];
  totalDocuments: number;
}

async function list({ call, author }: Desk, query: string): Promise<List & { bytes: number }> {
  const { status, body } = await call(`GET /api/document/getdocuments?${query}`, { as: author });
  expect(status).toBe(200);
  return { ...body, bytes: Buffer.byteLength(JSON.stringify(body)) };
}

test('a list of more than nine documents with contents ends at 2 MiB', async () => {
  const app = await desk();
  await longDrafts(app, 12, 300_000);
  const { documents, totalDocuments, bytes } = await list(app, 'limit=100');
  expect(bytes).toBeLessThanOrEqual(2 * MEBIBYTE + 1024);
  expect(documents.length).toBe(6);
  expect(documents.every(({ content = '' }) => content.length > 300_000)).toBe(true);
  expect(totalDocuments).toBe(12);
  const next = await list(app, 'limit=100&startIndex=6');
  expect(next.documents.map(({ title }) => title)).toEqual(
    [6, 7, 8, 9, 10, 11].map((n) => `Draft ${n}`),
  );
});

test('a list of up to nine documents is whole, and one without contents always', async () => {
  const app = await desk();
  await longDrafts(app, 12, 300_000);
  expect((await list(app, 'limit=9')).documents).toHaveLength(9);
  expect((await list(app, 'limit=100&content=0')).documents).toHaveLength(12);
});

test('a search of long drafts finds the same documents in every order, while other work continues', async () => {
  const app = await desk();
  await longDrafts(app, 12, 300_000);
  await app.call('POST /api/document/create', { json: { title: 'Other' }, as: app.author });
  const query = 'searchTerm=needle%201&content=0';
  const { result, turns } = await turnsDuring(() => list(app, query));
  expect(result.documents.map(({ title }) => title)).toEqual(['Draft 1', 'Draft 10', 'Draft 11']);
  expect(result.totalDocuments).toBe(3);
  expect(turns).toBeGreaterThan(20);
  const oldest = await list(app, `${query}&sort=asc&limit=1&startIndex=1`);
  expect(oldest).toMatchObject({ totalDocuments: 3, documents: [{ title: 'Draft 10' }] });
  const byTitle = await list(app, `${query}&sortBy=title&sort=desc&limit=2`);
  expect(byTitle.documents.map(({ title }) => title)).toEqual(['Draft 11', 'Draft 10']);
  expect(await list(app, `${query}&startIndex=50`)).toMatchObject({
    totalDocuments: 3,
    documents: [],
  });
  expect(await list(app, 'searchTerm=nowhere')).toMatchObject({ totalDocuments: 0 });
});

test('other work continues while a long draft is sanitized', async () => {
  const app = await desk();
  const content = '<p>some <strong>text</strong></p>'.repeat(10_000);
  const save = () => app.post('create', { content });
  const { result, turns } = await turnsDuring(save);
  expect(result).toMatchObject({ status: 201, body: { content } });
  expect(turns).toBeGreaterThan(50);
});

test('long texts of one user are sanitized in turn, and other users don’t wait for all of them', async () => {
  const { services } = await desk();
  const contents = createContents(services);
  onTestFinished(() => contents.stop());
  const html = '<p>text</p>'.repeat(10_000);
  const ended: string[] = [];
  const prepare = (user: string) =>
    contents.prepare(html, user).then(
      () => void ended.push(user),
      (error) => error,
    );
  const greedy = Array.from({ length: 12 }, () => prepare('greedy'));
  await prepare('other');
  expect(ended.length).toBeLessThanOrEqual(3);
  const refused = (await Promise.all(greedy)).filter((error) => error !== undefined);
  expect(refused).toHaveLength(3);
  for (const error of refused) {
    expect(error).toMatchObject({ statusCode: 503, headers: { 'Retry-After': '5' } });
  }
});

test('a text that’s over 2 MiB after sanitizing is refused, on the thread as well', async () => {
  const { post } = await desk();
  const content = `<p>${'&'.repeat(1_000_000)}</p>`;
  expect(await post('create', { content })).toMatchObject({ status: 400 });
});

test('a long text without visible content is refused', async () => {
  const { call, author } = await desk();
  const json = { title: 'T', category: 'c', content: '<p><br></p>'.repeat(20_000) };
  expect(await call('POST /api/post/create', { json, as: author })).toMatchObject({
    status: 400,
    body: { message: 'Please provide all required fields.' },
  });
});
