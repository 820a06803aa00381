import { defineConfig } from 'vitest/config';
import { VITEST_REPORTERS } from '../../scripts/test-report.ts';

/** Tests of what only a database file has. */
const SQLITE = [
  // Pragmas, the write-ahead log, query plans, migrations of older files.
  'tests/api/**/*.sqlite.test.ts',
  // The file as what a compromised decoder looks for.
  'tests/api/attack/decoder.test.ts',
  // Deleted data, which SQLite overwrites with zeros.
  'tests/api/attack/erase.test.ts',
  // Copies of a database file.
  'tests/api/cli/backup.test.ts',
  'tests/api/cli/configuration.test.ts',
  'tests/api/attack/restore.test.ts',
  // The thread that searches the file.
  'tests/api/posts/search-thread.test.ts',
  'tests/api/attack/search.test.ts',
  // Its stand-in for the renderer reads the file.
  'tests/api/search/search-index.test.ts',
];
/** They replace modules, which others must not have loaded before them. */
const ALONE = ['tests/api/auth/sign-in.test.ts'];

export default defineConfig({
  test: {
    environment: 'node',
    reporters: VITEST_REPORTERS,
    // Deadlines and locks of a server on a busy machine. Vitest names tests that it repeated.
    retry: process.env.CI ? 1 : 0,
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
