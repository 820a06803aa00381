import { defineConfig } from 'vitest/config';

/**
 * Tests of SQLite's own files: pragmas, the write-ahead log, query plans, backups of database files,
 * and the thread that searches the file.
 */
const SQLITE = ['tests/api/**/*.sqlite.test.ts'];
/** They replace modules, which others must not have loaded before them. */
const ALONE = ['tests/api/auth/sign-in.test.ts'];

export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: 'tests/postgres/setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts', 'tests/postgres/**/*.test.ts'],
          exclude: [...ALONE, ...SQLITE],
          isolate: false,
          unstubGlobals: true,
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
});
