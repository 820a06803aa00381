import { isFullRun, isShortRun } from '../support/full-run.ts';

/**
 * Which tests of tests/api run again on PostgreSQL. `npm test` runs those whose outcome depends on
 * the engine: queries that differ between the two, and everything that relies on its transactions,
 * locks, migrations, sorting or search. What the code decides after a row was read is the same on
 * both, and runs on SQLite only. `npm run test:all` runs all.
 */
const BY_ENGINE = [
  // Queries, sorting, constraints and migrations.
  'db',
  // Full-text search, and splitting texts into words.
  'search/agreement.test.ts',
  'search/pairs.test.ts',
  'attack/search.test.ts',
  'posts/fill-words.test.ts',
  'posts/reading.test.ts',
  // Characters that PostgreSQL refuses, and values that only look like SQL.
  'attack/nul.test.ts',
  'attack/fields.test.ts',
  // Deleted data is gone from the rows.
  'attack/erase.test.ts',
  // Locks: what two calls may do at the same time.
  'attack/last-administrator.test.ts',
  'settings/site.test.ts',
  'attack/account-limits.test.ts',
  'auth/limits.test.ts',
  'auth/limiter-clock.test.ts',
  'auth/ensure-admin.test.ts',
  'comments/likes.test.ts',
  'comments/erasure.test.ts',
  'posts/writing.test.ts',
  'attack/ended-sessions.test.ts',
  'users/role.test.ts',
  'users/invitations.test.ts',
  'uploads/cleanup.test.ts',
  // Leases, heartbeats, the feed and queues that several processes share.
  'nodes',
  'function/jobs.test.ts',
  'function/retry.test.ts',
  'mail/sender.test.ts',
  'backups/exports.test.ts',
  'notifications/mail.test.ts',
  'notifications/rows.test.ts',
  'publish/feed.test.ts',
  'documents/labels.test.ts',
  'documents/scheduler.test.ts',
  // A transaction that fails leaves nothing behind.
  'http/no-database.test.ts',
  'http/storage-faults.test.ts',
  'publish/database-unavailable.test.ts',
  // Dates, sums and cursors in SQL.
  'audit',
  'stats',
  'dashboard/bulk.test.ts',
  'comments/big-threads.test.ts',
  'comments/reading.test.ts',
  'comments/threads.test.ts',
  'comments/thread-news.test.ts',
  'comments/decisions.test.ts',
  'documents/long-threads.test.ts',
  'media/library.test.ts',
  'users/deletion.test.ts',
  'documents/version-space.test.ts',
  'documents/pages.test.ts',
  // Prefixes, and rows that make room.
  'redirects',
  // What an export and an import read and write.
  'cli/round-trip.test.ts',
  'cli/import.test.ts',
  'cli/import-threads.test.ts',
  'cli/random-sites.test.ts',
  'cli/scheduled-export.test.ts',
  // Which import a site has, when several calls and processes change it.
  'imports',
];

/** Tests of what only a database file has. */
export const SQLITE_ONLY = [
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

/** Slow ones, which `npm test` without a part leaves out. A quicker test tries the same. */
const LONG = [
  // On SQLite; on PostgreSQL, tests/postgres/races.test.ts.
  'attack/ended-sessions.test.ts',
  // 'attack/account-limits.test.ts'
  'auth/limits.test.ts',
  // 'http/no-database.test.ts'
  'publish/database-unavailable.test.ts',
  // 'cli/import.test.ts'
  'cli/import-threads.test.ts',
  // 'cli/round-trip.test.ts'
  'cli/random-sites.test.ts',
];

const selected = BY_ENGINE.filter((path) => !isShortRun || !LONG.includes(path)).map((path) =>
  path.endsWith('.ts') ? `tests/api/${path}` : `tests/api/${path}/**/*.test.ts`,
);
export const ON_POSTGRES = [
  'tests/postgres/**/*.test.ts',
  ...(isFullRun ? ['tests/api/**/*.test.ts'] : selected),
];
