import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/browsers/**/*.test.ts'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
});
