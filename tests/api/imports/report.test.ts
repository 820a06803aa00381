import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { RehearsalReport } from '../../../api/contract/imports.ts';
import { site } from './support.ts';

const entry = (n: number, notes: string[] = []) => ({
  id: `id-${n}`,
  kind: 'post' as const,
  title: `Post ${n}`,
  state: 'public' as const,
  oldAddress: `https://old.example/?p=${n}`,
  newAddress: `/post/post-${n}`,
  notes,
});
const REPORT: RehearsalReport = {
  entries: [
    ...Array.from({ length: 60 }, (_, n) => entry(n)),
    entry(60, ['The shortcode "Poll" was kept as text.']),
    entry(61, ['Two pictures stayed on old.example.']),
  ],
  notes: [
    { kind: 'user', id: 'ana', what: 'The account "Ana" exists.' },
    { kind: 'comment', id: '7', what: 'No post for this comment.' },
  ],
  unanswered: ['https://old.example/a', 'https://old.example/B'],
};

/** A site with a rehearsed import and its report. */
async function rehearsed() {
  const app = await site();
  const job = await app.rehearse();
  await mkdir(app.folderOf(job), { recursive: true });
  for (const [name, list] of Object.entries(REPORT)) {
    await writeFile(join(app.folderOf(job), `${name}.json`), JSON.stringify(list));
  }
  const ask = (query: string) => app.call(`GET /api/imports/report${query}`, { as: app.admin });
  const ids = async (query: string) => {
    const { body } = await ask(query);
    return [body.total, body.items.map(({ id }: { id: string }) => id)];
  };
  return { ...app, ask, ids };
}

it('a report is read page by page', async () => {
  const { ask } = await rehearsed();
  const first = await ask('?list=entries&offset=0&limit=50');
  expect([first.status, first.body]).toEqual([
    200,
    { total: 62, items: REPORT.entries.slice(0, 50) },
  ]);
  expect((await ask('')).body).toEqual(first.body);
  const second = await ask('?list=entries&offset=50');
  expect(second.body).toEqual({ total: 62, items: REPORT.entries.slice(50) });
  expect((await ask('?offset=100')).body).toEqual({ total: 62, items: [] });
  expect((await ask('?list=notes')).body).toEqual({ total: 2, items: REPORT.notes });
  expect((await ask('?list=unanswered')).body).toEqual({ total: 2, items: REPORT.unanswered });
});

it('a search covers all texts of a report', async () => {
  const { ids, ask } = await rehearsed();
  expect(await ids('?q=poll')).toEqual([1, ['id-60']]);
  expect(await ids('?q=POST%2013')).toEqual([1, ['id-13']]);
  expect(await ids('?q=%3Fp%3D9&limit=1')).toEqual([1, ['id-9']]);
  expect(await ids('?q=nothing')).toEqual([0, []]);
  expect(await ids('?list=notes&q=no%20post')).toEqual([1, ['7']]);
  expect((await ask('?list=unanswered&q=/b')).body.items).toEqual(['https://old.example/B']);
});

it('a report can omit entries without notes', async () => {
  const { ids } = await rehearsed();
  expect(await ids('?notes=1')).toEqual([2, ['id-60', 'id-61']]);
  expect(await ids('?notes=1&q=pictures')).toEqual([1, ['id-61']]);
  expect(await ids('?list=notes&notes=1')).toEqual([2, ['ana', '7']]);
});

it.each([
  ['?list=users', 'list must be entries, notes or unanswered.'],
  ['?list=..%2F..%2Fblog', 'list must be entries, notes or unanswered.'],
  ['?limit=101', 'limit must be at most 100.'],
  ['?offset=-1', 'offset must be a whole number.'],
  ['?notes=0', 'notes must be 1.'],
])('a report can’t be asked for with %s', async (query, message) => {
  const { ask } = await rehearsed();
  const { status, body } = await ask(query);
  expect([status, body.message]).toEqual([400, message]);
});

it('there is no report before a rehearsal', async () => {
  const { call, admin, begin } = await site();
  const ask = () => call('GET /api/imports/report', { as: admin });
  expect((await ask()).status).toBe(404);
  await begin('export');
  expect((await ask()).status).toBe(404);
});
