import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/cluster/**/*.test.ts'],
    globalSetup: ['tests/cluster/support/setup.ts'],
    // One at a time: each starts several nodes.
    fileParallelism: false,
    testTimeout: 20 * 60_000,
    hookTimeout: 3 * 60_000,
  },
});
