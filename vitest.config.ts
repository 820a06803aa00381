import { defineConfig } from 'vitest/config';
import { VITEST_REPORTERS } from './scripts/test-report.ts';

/** It replaces a module, which others must not have loaded before it. */
const ALONE = ['tests/api/auth/sign-in.test.ts'];

export default defineConfig({
  test: {
    environment: 'node',
    reporters: VITEST_REPORTERS,
    // No test measures time; a busy machine may take its own.
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          exclude: ALONE,
          // Loading the application once a process instead of once a file takes two fifths of the
          // time.
          isolate: false,
          // What one file puts in the place of a global is not there for the next.
          unstubGlobals: true,
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
});
