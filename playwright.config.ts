import { defineConfig, devices } from '@playwright/test';
import { REPORT } from './scripts/test-report.ts';
import { BROWSER_ARGS, findBrowser } from './tests/e2e/support/browser.ts';
import { isFullRun, isShortRun } from './tests/support/full-run.ts';

const executablePath = findBrowser();

/** The tests start the product themselves (tests/e2e/support/server.ts). */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/support/build.ts',
  fullyParallel: true,
  // One more than CI has cores, because tests often wait.
  workers: 3,
  forbidOnly: true,
  grepInvert: [...(isFullRun ? [] : [/@full/]), ...(isShortRun ? [/@long/] : [])],
  reporter: [['list'], ['json', { outputFile: REPORT }]],
  // Generous: a busy machine is slow, and no test measures time.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-US',
    // Only motion.spec.ts has animations. Chromium reports one between two pages that it skips as
    // an unhandled error, which no script can catch
    // (https://github.com/w3c/csswg-drafts/issues/13726). And axe would see colors that are fading.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test costs a third of the run; `npx playwright test --trace=on NAME` makes
    // one.
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 60_000,
    navigationTimeout: 90_000,
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: BROWSER_ARGS },
  },
});
