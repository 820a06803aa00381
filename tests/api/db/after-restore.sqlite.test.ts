import { is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import * as schema from '../../../db/schema.ts';
import { TRANSIENT_ROWS } from '../../support/transient-rows.ts';

/** Content and accounts: a restore brings them back as they were. */
const KEPT = [
  'audit',
  'categories',
  'changes',
  'comment_follows',
  'comment_reports',
  'comment_versions',
  'comments',
  // It replaces no password, and says which browsers are the owner's.
  'devices',
  'documents',
  // Gets a new identity.
  'feed',
  'identities',
  'likes',
  'missed_searches',
  'missing_paths',
  // Not mailed again.
  'notifications',
  'passkeys',
  'path_redirects',
  'picture_uses',
  'pictures',
  'post_tags',
  'posts',
  'recovery_codes',
  'redirects',
  'referrers',
  'revisions',
  'series',
  'series_posts',
  'site_versions',
  'tags',
  'totp_secrets',
  'users',
  'views',
];

test('every table is listed as kept or deleted by a restore', () => {
  const names = Object.values(schema).flatMap((value: unknown) =>
    is(value, SQLiteTable) ? [getTableConfig(value).name] : [],
  );
  // Several kinds of rows of "settings" are deleted.
  const transient = new Set(TRANSIENT_ROWS.map((rows) => rows.replace(/ .*/, '')));
  // A new table: does a row become valid or due again when an older copy is restored? Then it
  // belongs in db/after-restore.sql.
  expect([...KEPT, ...transient].sort()).toEqual(names.sort());
});
