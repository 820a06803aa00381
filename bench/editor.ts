/**
 * Typing in the editor: the time from a key press to the next paint, in a post of 20,000 words with
 * pictures, lists and code. Needs Chromium.
 */
import { chromium, type Page } from '@playwright/test';
import { BROWSER_ARGS, ensureBrowser } from '../tests/e2e/support/browser.ts';
import { ADMIN, startServer } from '../tests/e2e/support/server.ts';
import { signIn } from '../tests/e2e/support/test.ts';
import { percentile } from './support/figures.ts';
import { count, ms, type Row, within } from './support/rows.ts';

const WORDS = 20_000;
const KEYS = 300;
/** A fast typist: about 130 words a minute. */
const KEY_EVERY_MS = 90;
const AIM_MS = 40;

function longPost(): string {
  const words = 'some of the words that a post about building for the web would be made of'.split(
    ' ',
  );
  const blocks: string[] = [];
  for (let written = 0, n = 0; written < WORDS; written += 75, n++) {
    const text = Array.from({ length: 75 }, (_, index) => words[(index * 7 + n) % words.length]);
    blocks.push(
      `<p>${text.slice(0, 40).join(' ')} <strong>${text.slice(40).join(' ')}</strong></p>`,
    );
    if (n % 8 === 0) blocks.push(`<h2>Part ${n}</h2>`);
    if (n % 10 === 3) blocks.push('<ul><li>one</li><li>two</li></ul>');
    if (n % 12 === 5)
      blocks.push('<pre data-language="javascript"><code>const a = 1;</code></pre>');
    if (n % 15 === 7) blocks.push('<p><img src="/icon-192.png" alt=""></p>');
  }
  return blocks.join('');
}

/** Returns the milliseconds from each key press to the next paint. */
async function typingTimes(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    window.addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          // The first task after the frame, so the frame has been painted.
          port1.onmessage = () => times.push(performance.now() - timeStamp);
          port2.postMessage(null);
        }),
      { capture: true },
    );
  });
  const paragraph = page.locator('.ql-editor > p').nth(120);
  await paragraph.scrollIntoViewIfNeeded();
  await paragraph.click();
  const text = 'typing goes on and on in the middle of it all, ';
  for (let n = 0; n < KEYS; n++) {
    await page.keyboard.press(
      text.charAt(n % text.length) === ' ' ? 'Space' : text.charAt(n % text.length),
    );
    await page.waitForTimeout(KEY_EVERY_MS);
  }
  return page.evaluate(() => (window as unknown as { times: number[] }).times);
}

/** Returns the row about typing. */
export async function measure(): Promise<Row[]> {
  const site = await startServer();
  const executablePath = ensureBrowser(console.log);
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS });
  try {
    const context = await browser.newContext({ baseURL: site.url });
    await signIn(context.request, site.url, ADMIN);
    const answer = await context.request.post('/api/post/create', {
      data: { title: 'Long', category: 'javascript', content: longPost() },
    });
    const { _id } = (await answer.json()) as { _id: string };
    const page = await context.newPage();
    await page.goto(`/update-post/${_id}`);
    await page.locator('.ql-editor .ql-token').first().waitFor();
    const times = await typingTimes(page);
    const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
    const what = `a key in an article of ${count(WORDS)} words, to the next paint`;
    return [{ ...within(what, p95, AIM_MS, ms), ours: `p50 ${ms(p50)}, p95 ${ms(p95)}` }];
  } finally {
    await browser.close();
    await site.stop();
  }
}
