import { defineConfig } from 'vitest/config';
import { VITEST_REPORTERS } from './scripts/test-report.ts';

export default defineConfig({
  test: {
    environment: 'node',
    reporters: VITEST_REPORTERS,
    include: ['tests/faults/**/*.test.ts'],
    // One at a time: each starts the whole product, and some fill disks.
    fileParallelism: false,
    testTimeout: 20 * 60_000,
    hookTimeout: 3 * 60_000,
  },
});
