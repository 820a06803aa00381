import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/libsql/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
