import { globSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { VITEST_REPORTERS } from '../../scripts/test-report.ts';
import { opensDatabase } from './opens-database.ts';

/** Tests of what only a database file has. */
const SQLITE = [
  // Pragmas, the write-ahead log, query plans, migrations of older files.
  'tests/api/**/*.sqlite.test.ts',
  // The file as what a compromised decoder looks for.
  'tests/api/attack/decoder.test.ts',
  // Copies of a database file.
  'tests/api/cli/backup.test.ts',
  'tests/api/cli/configuration.test.ts',
  'tests/api/attack/restore.test.ts',
  // The thread that searches the file.
  'tests/api/posts/search-thread.test.ts',
];
/** `npm test -- api` has run them, and they'd do the same here. */
const WITHOUT_DATABASE = globSync('tests/api/**/*.test.ts').filter((file) => !opensDatabase(file));
/** They replace modules, which others must not have loaded before them. */
const ALONE = ['tests/api/auth/sign-in.test.ts'];

export default defineConfig({
  test: {
    environment: 'node',
    reporters: VITEST_REPORTERS,
    // Deadlines and locks of a server on a busy machine. The summary lists
    // a test that passes the second time as flaky.
    retry: process.env.CI ? 1 : 0,
    globalSetup: 'tests/postgres/setup.ts',
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts', 'tests/postgres/**/*.test.ts'],
          exclude: [...ALONE, ...SQLITE, ...WITHOUT_DATABASE],
          isolate: false,
          unstubGlobals: true,
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
});
