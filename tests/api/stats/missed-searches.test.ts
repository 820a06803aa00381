import { describe, expect, it } from 'vitest';
import {
  addMissedSearch,
  listMissedSearches,
  MAX_MISSED_SEARCHES,
} from '../../../db/queries/missed-searches.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import { testDatabase } from '../../support/database.ts';

const BROWSER = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101' };

async function report(site: TestApp, searchTerm: string, headers: Record<string, string> = {}) {
  const { status } = await site.call('POST /api/views/missed-search', {
    json: { searchTerm },
    headers: { ...BROWSER, ...headers },
  });
  expect(status).toBe(204);
}

const listed = (site: TestApp) => listMissedSearches(site.database.read, 100);

describe('searches without results', () => {
  it('are counted by their words, however they are spelled', async () => {
    const site = await testApp();
    await report(site, 'Vue, Routers!');
    await report(site, 'vue routers');
    await report(site, 'svelte');
    expect(await listed(site)).toEqual([
      { words: 'vue routers', searches: 2 },
      { words: 'svelte', searches: 1 },
    ]);
  });

  it("aren't counted if the term has no words or looks like an address", async () => {
    const site = await testApp();
    for (const term of ['***', 'me@example.com', 'x'.repeat(150)]) await report(site, term);
    expect(await listed(site)).toEqual([]);
  });

  it('are counted without searching again', async () => {
    const refuse = () => Promise.reject(new Error('A search ran'));
    const postSearch = { find: refuse, findHits: refuse, stop: async () => undefined };
    const site = await testApp({ services: { postSearch } });
    await report(site, 'svelte');
    expect(await listed(site)).toEqual([{ words: 'svelte', searches: 1 }]);
  });

  it("aren't counted for bots and readers who opted out", async () => {
    const site = await testApp();
    await report(site, 'one', { DNT: '1' });
    await report(site, 'two', { 'Sec-GPC': '1' });
    await report(site, 'three', { 'User-Agent': 'Googlebot/2.1' });
    expect(await listed(site)).toEqual([]);
  });

  it('are limited per address, with the same answer', async () => {
    const site = await testApp({
      services: { limits: { missedSearch: { points: 2, duration: 60 } } },
    });
    for (const term of ['one', 'two', 'three']) await report(site, term);
    expect((await listed(site)).map(({ words }) => words).sort()).toEqual(['one', 'two']);
  });

  it('take at most a thousand rows: the rarest and oldest make room', async () => {
    const database = await testDatabase();
    await database.transaction(async (tx) => {
      for (let twice = 0; twice < 2; twice++) await addMissedSearch(tx, 'often', new Date(0));
      for (let n = 0; n < MAX_MISSED_SEARCHES + 5; n++) {
        await addMissedSearch(tx, `word${n}`, new Date(n + 1));
      }
    });
    const rows = await listMissedSearches(database.read, 2_000);
    expect(rows).toHaveLength(MAX_MISSED_SEARCHES);
    expect(rows[0]).toEqual({ words: 'often', searches: 2 });
    expect(rows.map(({ words }) => words)).not.toContain('word0');
    expect(rows[1]?.words).toBe(`word${MAX_MISSED_SEARCHES + 4}`);
  });
});
