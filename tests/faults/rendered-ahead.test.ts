// The page of a scheduled post is rendered before the post is due, and shown only if nothing on it has
// changed since.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Document } from '../../api/contract/documents.ts';
import { type RunningServer, startServer } from '../e2e/support/server.ts';
import { call, UNLIMITED, until, type Visitor, visit } from './support/site.ts';

let server: RunningServer;
let admin: Visitor;

beforeAll(async () => {
  server = await startServer({ env: { ...UNLIMITED, LOG_LEVEL: 'debug' } });
  admin = await visit(server);
});

afterAll(() => server.stop());

async function api<T>(method: string, path: string, json?: unknown): Promise<T> {
  const answer = await admin.call(method, path, json);
  expect(answer.status, answer.text).toBeLessThan(300);
  return JSON.parse(answer.text) as T;
}

/** Returns the page of a post once it's public. */
const pageOf = (slug: string) =>
  until(async () => {
    const { status, text } = await call(server.url, 'GET', `/post/${slug}`);
    return status === 200 && text;
  });

const BASE = { category: 'javascript', content: '<p>Some text of a post 🌱.</p>' };

/** Creates a document and schedules it. */
async function schedule(fields: object, ms: number): Promise<Document> {
  const document = await api<Document>('POST', '/api/document/create', { ...BASE, ...fields });
  const { _id, revision } = document;
  const at = new Date(Date.now() + ms).toISOString();
  await api('POST', `/api/document/publish/${_id}`, { revision, at });
  return document;
}

const AHEAD = 'wrote a page that was rendered ahead';

/** Returns the slugs whose page had been rendered ahead. */
function renderedAhead(): string[] {
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.includes(AHEAD));
  return lines.map((line) => (JSON.parse(line.slice(line.indexOf('{'))) as { slug: string }).slug);
}

it('is written as it was rendered ahead', async () => {
  const long = `<p>${'A long text. '.repeat(60)}</p><pre>const a = 1;</pre>`;
  await schedule({ title: 'Plain and early' }, 2_500);
  await schedule({ title: 'With tags', tags: ['Web', 'C++'], content: long }, 5_500);
  await schedule({ title: 'With a category', category: 'gardening', isFeatured: true }, 8_500);
  await schedule({ title: 'In a series', series: { title: 'Steps', position: 2 } }, 11_500);
  for (const slug of ['plain-and-early', 'with-tags', 'with-a-category', 'in-a-series']) {
    const page = await pageOf(slug);
    await until(async () => server.output().includes(`"slug":"${slug}"`), 5_000);
    expect(renderedAhead()).toContain(slug);
    expect(page).toContain(`/post/${slug}`);
  }
  expect(await pageOf('in-a-series')).toContain('Part 1 of 1');
  expect(await pageOf('with-tags')).toContain('href="/tag/c-plus-plus"');
});

it('is rendered again when it changes before it is due', async () => {
  const { _id, revision } = await schedule({ title: 'Changes late' }, 4_000);
  await new Promise((wait) => setTimeout(wait, 1_500));
  const changed = { revision, content: '<p>The last word.</p>' };
  await api('PUT', `/api/document/update/${_id}`, changed);
  expect(await pageOf('changes-late')).toContain('The last word.');
});

it('is not used when something else on it changed', async () => {
  const [{ _id: id }] = (await api<{ users: [{ _id: string }] }>('GET', '/api/user/getusers'))
    .users;
  await schedule({ title: 'By another name' }, 3_000);
  await new Promise((wait) => setTimeout(wait, 1_500));
  await api('PUT', `/api/user/update/${id}`, { username: 'renamed' });
  const page = await pageOf('by-another-name');
  expect(page).toContain('/author/renamed');
  expect(renderedAhead()).not.toContain('by-another-name');
});
