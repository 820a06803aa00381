import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { isFullRun } from '../support/full-run.ts';
import { freePort, type RunningServer, startServer } from './support/server.ts';
import { test as base, expect, ownServer } from './support/test.ts';

/** `npm run test:all`: about 500 autosaves. */
const ROUNDS = isFullRun ? 90 : 2;
/** Typing in each round, in milliseconds: three to twelve autosaves. */
const TYPING_MS = isFullRun ? [4_000, 16_000] : [2_500, 3_500];
/** What was typed longer ago must be there after a kill. */
const LOST_AT_MOST_MS = 2_000;

let folder: string;
const test = base.extend(
  ownServer(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkwell-killed-'));
    return { dataDir: join(folder, 'data'), port: await freePort() };
  }),
);
test.afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));

const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const status = (page: Page) => page.locator('.writing-status [data-sync]');
const between = ([from = 0, to = 0]: number[]) => from + Math.random() * (to - from);

/** Types numbered words for a time. Returns when each was typed. */
async function type(page: Page, first: number, ms: number): Promise<number[]> {
  const typed: number[] = [];
  const end = Date.now() + ms;
  while (Date.now() < end) {
    await page.keyboard.insertText(`w${first + typed.length} `);
    typed.push(Date.now());
    await page.waitForTimeout(between([20, 150]));
  }
  return typed;
}

/** Ends the tab as a crash does: nothing in it runs anymore. */
async function crash(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  devtools.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}

/** Returns the number of the last word in the text, and checks that all before it are there. */
async function lastWord(page: Page): Promise<number> {
  const words = ((await content(page).textContent()) ?? '').match(/w\d+/g) ?? [];
  expect(words).toEqual(words.map((_, index) => `w${index}`));
  return words.length - 1;
}

async function open(browser: Browser, site: RunningServer, storageState: string, id: string) {
  const context = await browser.newContext({ baseURL: site.url, storageState });
  const page = await context.newPage();
  await page.goto(`/update-post/${id}`);
  await expect(content(page)).toContainText('w0');
  return page;
}

test(`what was typed two seconds before a crash is never lost, ${ROUNDS} times`, {
  tag: '@long',
}, async ({ page: first, browser, site, login }) => {
  test.setTimeout(isFullRun ? 30 * 60_000 : 120_000);
  await login('admin');
  const storageState = join(folder, 'session.json');
  await first.context().storageState({ path: storageState });
  await first.goto('/create-post');
  await content(first).click();
  await first.keyboard.insertText('w0 ');
  await expect(status(first)).toHaveText('Saved');
  const id = first.url().split('/').at(-1) ?? '';

  let page = first;
  let server = site;
  let saves = 0;
  const count = (tab: Page) =>
    tab.on('response', (answer) => {
      if (answer.url().includes('/api/document/update/') && answer.ok()) saves += 1;
    });
  count(page);
  for (let round = 0; round < ROUNDS; round++) {
    const from = (await lastWord(page)) + 1;
    await content(page).press('ControlOrMeta+End');
    const typed = await type(page, from, between(TYPING_MS));
    const killedAt = Date.now();
    // In turns: the tab alone, read by another browser; or tab and server, read by the same
    // browser.
    const isServerKilled = round % 2 === 1;
    if (isServerKilled) await server.kill('SIGKILL');
    const context = page.context();
    await crash(page);
    if (isServerKilled) {
      const port = Number(new URL(server.url).port);
      server = await startServer({ dataDir: join(folder, 'data'), port });
      page = await context.newPage();
      await page.goto(`/update-post/${id}`);
    } else {
      await context.close();
      page = await open(browser, server, storageState, id);
    }
    count(page);
    await expect(content(page)).toContainText('w0');
    await expect(status(page)).toHaveText('Saved');
    const old = typed.filter((time) => killedAt - time > LOST_AT_MOST_MS).length;
    expect(await lastWord(page)).toBeGreaterThanOrEqual(from + old - 1);
  }
  console.log(`${saves} autosaves, ${ROUNDS} crashes`);
  await page.context().close();
  await server.stop();
});
