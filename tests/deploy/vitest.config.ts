import { defineConfig } from 'vitest/config';
import { VITEST_REPORTERS } from '../../scripts/test-report.ts';

export default defineConfig({
  test: {
    environment: 'node',
    reporters: VITEST_REPORTERS,
    // Timers and deadlines of servers on a busy machine. The summary lists
    // a test that passes the second time as flaky.
    retry: process.env.CI ? 1 : 0,
    include: ['tests/deploy/**/*.test.ts'],
    // The default is a second.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
