import { defineConfig } from 'vitest/config';
import { VITEST_REPORTERS } from '../../scripts/test-report.ts';

export default defineConfig({
  test: {
    environment: 'node',
    reporters: VITEST_REPORTERS,
    include: ['tests/deploy/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
