import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/s3/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
