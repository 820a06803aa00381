import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/api/**/*.test.ts'],
    // No test measures time; a busy machine may take its own.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
