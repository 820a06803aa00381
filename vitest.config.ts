import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { VITEST_REPORTERS } from './scripts/test-report.ts';
import { ON_POSTGRES, SQLITE_ONLY } from './tests/postgres/selection.ts';

const MINUTE_MS = 60_000;

/** Of tests without servers: one process runs many files, and loads the application once. */
const SHARED_PROCESS = {
  isolate: false,
  // What one file puts in the place of a global is not there for the next.
  unstubGlobals: true,
};

/** The tests of a folder. `npm test -- NAME` runs them (scripts/test.ts). */
function part(name: string, options: object = {}) {
  const include = [`tests/${name}/**/*.test.ts`];
  return { extends: true as const, test: { name, include, ...options } };
}

export default defineConfig({
  test: {
    environment: 'node',
    reporters: VITEST_REPORTERS,
    tags: [{ name: 'long', description: '`npm test` without a part leaves them out.' }],
    // One more than there are cores, because tests often wait for a process, a disk or a timer.
    maxWorkers: availableParallelism() + 1,
    // No test measures time; a busy machine may take its own.
    expect: { poll: { timeout: MINUTE_MS } },
    testTimeout: 5 * MINUTE_MS,
    hookTimeout: 5 * MINUTE_MS,
    projects: [
      part('api', SHARED_PROCESS),
      part('faults'),
      part('s3', { globalSetup: 'tests/s3/setup.ts' }),
      part('nginx'),
      part('deploy'),
      part('postgres', {
        ...SHARED_PROCESS,
        include: ON_POSTGRES,
        exclude: SQLITE_ONLY,
        globalSetup: 'tests/postgres/setup.ts',
        // The tables of docs/reliability.md have each attack once.
        env: { RELIABILITY_RECORDS: '' },
      }),
      part('cluster', { globalSetup: 'tests/cluster/support/setup.ts' }),
      part('browsers', {
        // The browsers' drivers are less reliable than Playwright's. The summary lists a test that
        // passes the second time as flaky.
        retry: process.env.CI ? 1 : 0,
        expect: { poll: { timeout: 2 * MINUTE_MS } },
      }),
    ],
  },
});
