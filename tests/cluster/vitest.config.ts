import { defineConfig } from 'vitest/config';
import { VITEST_REPORTERS } from '../../scripts/test-report.ts';

export default defineConfig({
  test: {
    environment: 'node',
    reporters: VITEST_REPORTERS,
    // Several servers share the machine with whatever else runs there. The summary lists
    // a test that passes the second time as flaky.
    retry: process.env.CI ? 1 : 0,
    include: ['tests/cluster/**/*.test.ts'],
    globalSetup: ['tests/cluster/support/setup.ts'],
    // One at a time: each starts several nodes.
    fileParallelism: false,
    testTimeout: (process.env.CLUSTER === 'long' ? 20 : 5) * 60_000,
    hookTimeout: 3 * 60_000,
  },
});
