import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Document } from '../../api/contract/documents.ts';
import type { PublishStatus } from '../../api/contract/publish.ts';
import { type RunningServer, startServer } from '../e2e/support/server.ts';
import { pathsWith } from '../faults/support/crawl.ts';
import { UNLIMITED, type Visitor, visit } from '../faults/support/site.ts';
import { client, variables } from './bucket.ts';

/** Once is enough for each state: tests/faults/leaks.test.ts has many, in all fields. */
const WORD = 'zorblat';
const IN_TIME = { timeout: 120_000, interval: 250 };
const bucketUrl = `${variables.S3_ENDPOINT}/site-${randomUUID()}`;

let server: RunningServer;
let admin: Visitor;

beforeAll(async () => {
  expect((await client.fetch(bucketUrl, { method: 'PUT' })).status).toBe(200);
  const env = {
    ...UNLIMITED,
    SITE_TARGET: 's3',
    SITE_S3_ENDPOINT: variables.S3_ENDPOINT,
    SITE_S3_REGION: variables.S3_REGION,
    SITE_S3_BUCKET: bucketUrl.split('/').at(-1) ?? '',
    SITE_S3_ACCESS_KEY_ID: variables.S3_ACCESS_KEY_ID,
    SITE_S3_SECRET_ACCESS_KEY: variables.S3_SECRET_ACCESS_KEY,
  };
  server = await startServer({ env });
  admin = await visit(server);
});
afterAll(() => server.stop());

async function api<T>(method: string, path: string, json?: unknown): Promise<T> {
  const answer = await admin.call(method, path, json);
  expect(answer.status, answer.text).toBeLessThan(300);
  return JSON.parse(answer.text) as T;
}

const create = (name: string) =>
  api<Document>('POST', '/api/document/create', {
    title: `${WORD} ${name}`,
    category: 'javascript',
    content: `<p>The ${WORD} text</p>`,
    tags: [`${WORD} tag`],
    series: { title: `${WORD} series` },
  });

async function publish({ _id, revision }: Document, at?: string): Promise<void> {
  await api('POST', `/api/document/publish/${_id}`, { revision, at });
}

const act = (verb: string, { _id }: Document) => api('POST', `/api/document/${verb}/${_id}`);

/** Resolves when the bucket has everything that is published. */
const copied = () =>
  expect
    .poll(async () => {
      const { siteTarget } = await api<PublishStatus>('GET', '/api/publish/status');
      return siteTarget?.pending === 0 && siteTarget.lastSyncedAt !== null;
    }, IN_TIME)
    .toBe(true);

/** Returns the bodies of all objects by key. */
async function objects(): Promise<Map<string, string>> {
  const xml = await (await client.fetch(bucketUrl)).text();
  const found = new Map<string, string>();
  for (const [, key = ''] of xml.matchAll(/<Key>([^<]*)<\/Key>/g)) {
    const path = key.split('/').map(encodeURIComponent).join('/');
    found.set(key, await (await client.fetch(`${bucketUrl}/${path}`)).text());
  }
  return found;
}

test('the bucket has nothing of posts that are not public', { tags: 'long' }, async () => {
  await api('POST', '/api/post/create', {
    title: 'Open',
    category: 'javascript',
    content: '<p>Public text</p>',
  });
  await act('previewlink', await create('draft'));
  await publish(await create('scheduled'), '2199-01-01T00:00:00Z');
  await act('trash', await create('thrown away'));
  const shown = [await create('unpublished'), await create('trashed')] as const;
  for (const document of shown) await publish(document);
  await copied();
  expect(pathsWith(await objects(), [WORD]), 'the words of a public post').toContain(
    'post/zorblat-unpublished',
  );
  await act('unpublish', shown[0]);
  await act('trash', shown[1]);
  const leaks = async () => pathsWith(await objects(), [WORD]);
  await expect.poll(leaks, IN_TIME).toEqual([]);
  await copied();
  expect((await objects()).get('post/open')).toContain('Public text');
  expect(await leaks()).toEqual([]);
});
