import { defineConfig } from 'vitest/config';
import { VITEST_REPORTERS } from '../../scripts/test-report.ts';

export default defineConfig({
  test: {
    environment: 'node',
    reporters: VITEST_REPORTERS,
    include: ['tests/browsers/**/*.test.ts'],
    // Generous: a busy machine is slow, and no test measures time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // The browsers' drivers are less reliable than Playwright's. The summary lists
    // a test that passes the second time as flaky.
    retry: process.env.CI ? 1 : 0,
    expect: { poll: { timeout: 120_000 } },
  },
});
