import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Env } from '../api/env.ts';
import { storedValues } from '../api/site/read-site.ts';
import type { Db } from '../db/client.ts';
import { eachPathRedirect } from '../db/queries/path-redirects.ts';
import { listPictures } from '../db/queries/pictures.ts';
import { findFeedOrigin } from '../db/queries/settings.ts';
import { findNewestSiteVersion } from '../db/queries/site-versions.ts';
import { eachComment, eachPost, eachUser } from '../db/queries/transfer.ts';
import { documentRecordsOf, exportedComment, exportedPost } from './export-records.ts';
import { writeOutputFile } from './output-file.ts';
import { withDatabase } from './site.ts';

export const EXPORT_FORMAT = 'inkwell-export';
export const EXPORT_VERSION = 1;

/** The arrays of an export, in this order: records refer only to earlier ones. */
export const COLLECTIONS = [
  'users',
  'pictures',
  'posts',
  'comments',
  'documents',
  'redirects',
] as const;
export type Collection = (typeof COLLECTIONS)[number];
type Counts = Record<Collection, number>;

/** Returns a value for each collection. */
export function perCollection<T>(make: () => T): Record<Collection, T> {
  const entries = COLLECTIONS.map((collection) => [collection, make()]);
  return Object.fromEntries(entries) as Record<Collection, T>;
}

export interface ExportOptions {
  env: Pick<Env, 'databaseUrl' | 'siteUrl'>;
  file: string;
  force?: boolean;
  withPasswords?: boolean;
  say(line: string): void;
  now?: () => Date;
}

/**
 * Writes all content as JSON (docs/import-export.md), one record a line. The server may be running.
 * Returns the number of records of each kind. Throws a CommandError when that fails, and leaves no
 * file.
 */
export async function exportContent(options: ExportOptions): Promise<Counts> {
  const { env, say } = options;
  const file = resolve(options.file);
  const target = { force: options.force === true, databaseUrl: env.databaseUrl };
  const counts = await withDatabase(env, { readOnly: true }, (database) =>
    writeOutputFile(file, target, (temporary) =>
      database.atOneInstant((db) => writeExport(temporary, db, options)),
    ),
  );
  say(`${file}: ${counts.users} users, ${counts.posts} posts, ${counts.comments} comments`);
  return counts;
}

async function writeExport(path: string, db: Db, options: ExportOptions): Promise<Counts> {
  const counts = perCollection(() => 0);
  await pipeline(textOf(db, options, counts), createWriteStream(path, { mode: 0o600 }));
  return counts;
}

/** Yields the text of an export, and counts its records. */
async function* textOf(
  db: Db,
  { env, withPasswords = false, now }: ExportOptions,
  counts: Counts,
): AsyncGenerator<string> {
  const records = recordsOf(db, withPasswords);
  const head = {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    exportedAt: (now?.() ?? new Date()).toISOString(),
    ...(await siteHead(db, env)),
  };
  yield JSON.stringify(head).slice(0, -1);
  for (const collection of COLLECTIONS) {
    yield `,\n"${collection}":[`;
    for await (const record of records[collection]()) {
      yield `${counts[collection]++ === 0 ? '' : ','}\n${JSON.stringify(record)}`;
    }
    yield '\n]';
  }
  yield `,\n"counts":${JSON.stringify(counts)}}\n`;
}

/** Returns what an export says about the site. */
export async function siteHead(db: Db, { siteUrl }: Pick<Env, 'siteUrl'>) {
  const settings = await findNewestSiteVersion(db);
  return {
    site: siteUrl,
    feedOrigin: (await findFeedOrigin(db)) ?? siteUrl,
    ...(settings && { siteSettings: storedValues(settings.site) }),
  };
}

/** Returns generators of the records of each collection. */
export function recordsOf(db: Db, withPasswords: boolean) {
  return {
    async *users() {
      for await (const user of eachUser(db)) {
        // An import sets neither of the first three.
        const { seq: _, usernameKey: __, passwordFromMail: ___, id, passwordHash, ...rest } = user;
        yield { _id: id, ...rest, ...(withPasswords ? { password: passwordHash } : {}) };
      }
    },
    async *pictures() {
      yield* await listPictures(db);
    },
    async *posts() {
      for await (const post of eachPost(db)) yield exportedPost(db, post);
    },
    async *comments() {
      for await (const comment of eachComment(db)) yield exportedComment(comment);
    },
    documents: () => documentRecordsOf(db),
    async *redirects() {
      for await (const { from, to, status, createdAt } of eachPathRedirect(db)) {
        yield { from, to, status, createdAt };
      }
    },
  } satisfies Record<Collection, () => AsyncGenerator<object>>;
}
