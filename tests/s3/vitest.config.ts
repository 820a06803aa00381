import { defineConfig } from 'vitest/config';
import { VITEST_REPORTERS } from '../../scripts/test-report.ts';

export default defineConfig({
  test: {
    environment: 'node',
    reporters: VITEST_REPORTERS,
    // Timers and deadlines of servers on a busy machine. The summary lists
    // a test that passes the second time as flaky.
    retry: process.env.CI ? 1 : 0,
    include: ['tests/s3/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
