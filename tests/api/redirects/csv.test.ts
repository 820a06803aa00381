import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { PathRedirects } from '../../../api/redirects/path-redirects.ts';
import type { UserRow } from '../../../db/queries/users.ts';
import { fakePublisher, type TestApp, testApp } from '../../support/app.ts';
import { makeUser } from '../../support/database.ts';

let app: TestApp;
let editor: UserRow;

beforeEach(async () => {
  const root = await mkdtemp(join(tmpdir(), 'inkwell-redirects-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'about'));
  await writeFile(join(root, 'about/index.html'), 'about');
  app = await testApp({ services: { publisher: { ...fakePublisher(), root } } });
  editor = await makeUser(app.database, { role: 'editor' });
});

const add = (from: string, to: string | null, status = to === null ? 410 : 301) =>
  app.call('POST /api/redirects', { json: { from, to, status }, as: editor });
const read = async (csv: string, dryRun = false) =>
  await app.call('POST /api/redirects/import', { json: { csv, dryRun }, as: editor });
const redirects = async (): Promise<{ _id: string; from: string; to: string; status: number }[]> =>
  (await app.call('GET /api/redirects?limit=100', { as: editor })).body.redirects;
const list = async () => (await redirects()).map(({ from, to, status }) => [from, to, status]);

it('an import says first what it would do, and then does it', async () => {
  await add('/known', '/about');
  await add('/other', '/about');
  const csv = [
    'from,to,status',
    '/new,/about,301',
    '/gone,,410',
    '/known,/about,301',
    '/other,https://example.com/,302',
    '/about,/contact,301',
    '/loop,/loop,301',
    'nonsense,/about,301',
    '/new/,/contact,301',
    '/bad-status,/about,307',
  ].join('\r\n');
  const expected = {
    added: 2,
    changed: 1,
    unchanged: 1,
    refused: 5,
    refusals: [
      { line: 6, from: '/about', reason: expect.stringContaining('A page exists at /about') },
      { line: 7, from: '/loop', reason: 'This redirect would lead back to /loop.' },
      { line: 8, from: 'nonsense', reason: expect.stringContaining('from must be a path') },
      { line: 9, from: '/new/', reason: 'Line 2 already redirects this address.' },
      { line: 10, from: '/bad-status', reason: 'status must be 301, 302 or 410.' },
    ],
  };
  const before = await list();
  expect(await read(csv, true)).toMatchObject({ status: 200, body: expected });
  expect(await list()).toEqual(before);
  expect((await read(csv)).body).toEqual(expected);
  expect(await list()).toEqual([
    ['/gone', null, 410],
    ['/new', '/about', 301],
    ['/other', 'https://example.com/', 302],
    ['/known', '/about', 301],
  ]);
  expect((await read(csv)).body).toMatchObject({ added: 0, changed: 0, unchanged: 4 });
});

it('an export can be imported, and then changes nothing', async () => {
  for (const [from, to, status] of [
    ['/caf%C3%A9/a,"b"', '/about', 301],
    ['/old/*', 'https://example.com/x?a=b,c', 302],
    ['/?p=12', '/about', 301],
    ['/gone', null, 410],
  ] as const) {
    expect((await add(from, to, status)).status).toBe(201);
  }
  const { headers, body } = await app.call('GET /api/redirects/export', { as: editor });
  const csv = String(body);
  expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('Content-Disposition')).toBe('attachment; filename="redirects.csv"');
  expect(csv.replace('\uFEFF', '')).toBe(
    [
      'from,to,status',
      '"/café/a,""b""","/about","301"',
      '"/old/*","https://example.com/x?a=b,c","302"',
      '"/?p=12","/about","301"',
      '"/gone","","410"',
      '',
    ].join('\r\n'),
  );
  const before = await list();
  expect((await read(csv)).body).toMatchObject({ added: 0, unchanged: 4, refused: 0 });
  for (const { _id } of await redirects()) {
    await app.call(`DELETE /api/redirects/${_id}`, { as: editor });
  }
  expect((await read(csv)).body).toMatchObject({ added: 4, unchanged: 0, refused: 0 });
  expect(await list()).toEqual(before);
});

it.each([
  ['without a status', 'from,to\n/b,\n/a,/about'],
  ['with other columns, in another order', 'Note; To ;FROM\nx;;/b\ny;/about;/a'],
  ['with quotes, empty lines and no end', '\uFEFF"to","from"\r\n\r\n"","/b"\r\n/about,"/a'],
])('a file %s is read', async (_what, csv) => {
  expect((await read(csv)).body).toMatchObject({ added: 2, refused: 0 });
  expect(await list()).toEqual([
    ['/a', '/about', 301],
    ['/b', null, 410],
  ]);
});

it.each(['', '/a,/about,301', 'from;status', '<html>'])(
  'a file that isn’t a list of redirects is refused: %j',
  async (csv) => {
    expect(await read(csv)).toMatchObject({
      status: 400,
      body: { message: 'The first line of the file must be: from,to,status' },
    });
  },
);

it('a file of more than 10,000 redirects, or 2 MiB, is refused', { tags: 'long' }, async () => {
  const rows = (count: number) =>
    `from,to\n${Array.from({ length: count }, (_, n) => `/a${n},/about\n`).join('')}`;
  expect((await read(rows(10_000), true)).body).toMatchObject({ added: 10_000 });
  expect(await read(rows(10_001), true)).toMatchObject({
    status: 400,
    body: { message: 'A file can have at most 10,000 redirects. Split it into smaller files.' },
  });
  expect((await read('x'.repeat(2 * 1024 * 1024))).status).toBe(413);
});

it('a file with many mistakes reports the first 100', async () => {
  const { body } = await read(`from,to\n${`${'x'.repeat(400)},/about\n`.repeat(150)}`);
  expect(body).toMatchObject({ added: 0, refused: 150 });
  expect(body.refusals).toHaveLength(100);
  expect(body.refusals[0]).toMatchObject({ line: 2, from: 'x'.repeat(300) });
});

it('an import takes addresses off the list of what isn’t found, and is in the audit log', async () => {
  const paths = new PathRedirects(app.services);
  paths.noteMissing('/lost', undefined);
  await paths.stop();
  await read('from,to\n/lost,/about');
  const missing = await app.call('GET /api/redirects/missing', { as: editor });
  expect(missing.body.missing).toEqual([]);
  const admin = await makeUser(app.database, { role: 'administrator' });
  const log = await app.call('GET /api/audit?action=redirect.', { as: admin });
  expect(log.body.entries).toMatchObject([
    { action: 'redirect.import', details: { added: 1, changed: 0 } },
  ]);
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', "'=1"])(
  'no cell of an export can be a formula: %s is refused',
  async (text) => {
    const { body } = await read(`from,to\n${text},/about\n/a,${text}`);
    expect(body).toMatchObject({ added: 0, refused: 2 });
  },
);
