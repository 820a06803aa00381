import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Env } from '../api/env.ts';
import { type Db, openDatabase } from '../db/client.ts';
import { listCategories } from '../db/queries/categories.ts';
import { listPictures } from '../db/queries/pictures.ts';
import { findSeriesOf } from '../db/queries/series.ts';
import { findFeedOrigin } from '../db/queries/settings.ts';
import { findTagsOf } from '../db/queries/tags.ts';
import { eachComment, eachPost, eachUser } from '../db/queries/transfer.ts';
import { requireUsable } from '../db/release.ts';
import { documentRecordsOf } from './export-documents.ts';
import { writeOutputFile } from './output-file.ts';
import { CommandError } from './terminal.ts';

export const EXPORT_FORMAT = 'inkwell-export';
export const EXPORT_VERSION = 1;

/** The arrays of an export, in this order: records refer only to earlier ones. */
export const COLLECTIONS = ['users', 'pictures', 'posts', 'comments', 'documents'] as const;
export type Collection = (typeof COLLECTIONS)[number];
type Counts = Record<Collection, number>;

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
  const database = await openDatabase(env.databaseUrl, { readOnly: true }).catch((error: Error) => {
    throw new CommandError(`${error.message}. Set DATA_DIR (or DATABASE_URL) as for npm start.`);
  });
  try {
    await requireUsable(database.read);
    const target = { force: options.force === true, databaseUrl: env.databaseUrl };
    const counts = await writeOutputFile(file, target, (temporary) =>
      database.atOneInstant((db) => writeExport(temporary, db, options)),
    );
    say(`${file}: ${counts.users} users, ${counts.posts} posts, ${counts.comments} comments`);
    return counts;
  } finally {
    await database.close();
  }
}

async function writeExport(
  path: string,
  db: Db,
  { env, withPasswords = false, now }: ExportOptions,
): Promise<Counts> {
  const stream = createWriteStream(path, { flags: 'w', mode: 0o600 });
  const ended = finished(stream);
  // `put` throws the error, or `await ended` does.
  ended.catch(() => undefined);
  const counts: Counts = { users: 0, pictures: 0, posts: 0, comments: 0, documents: 0 };
  const records = recordsOf(db, withPasswords);
  const head = {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    exportedAt: (now?.() ?? new Date()).toISOString(),
    site: env.siteUrl,
    feedOrigin: (await findFeedOrigin(db)) ?? env.siteUrl,
  };
  await put(stream, JSON.stringify(head).slice(0, -1));
  for (const collection of COLLECTIONS) {
    await put(stream, `,\n"${collection}":[`);
    for await (const record of records[collection]()) {
      await put(stream, `${counts[collection]++ === 0 ? '' : ','}\n${JSON.stringify(record)}`);
    }
    await put(stream, '\n]');
  }
  stream.end(`,\n"counts":${JSON.stringify(counts)}}\n`);
  await ended;
  return counts;
}

async function put(stream: WriteStream, text: string): Promise<void> {
  if (stream.errored) throw stream.errored;
  if (!stream.write(text)) await once(stream, 'drain');
}

function recordsOf(db: Db, withPasswords: boolean) {
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
      const used = await listCategories(db);
      const labels = new Map(used.map(({ slug, label }) => [slug, label]));
      for await (const { seq: _, id, text: __, version: ___, ...rest } of eachPost(db)) {
        const categoryLabel = labels.get(rest.category);
        const tags = await findTagsOf(db, id);
        const place = await findSeriesOf(db, id);
        yield {
          _id: id,
          ...rest,
          ...(categoryLabel && { categoryLabel }),
          tags,
          ...(place && { series: place.title, seriesPosition: place.position }),
        };
      }
    },
    async *comments() {
      for await (const { seq: _, id, numberOfLikes: __, ...rest } of eachComment(db)) {
        yield { _id: id, ...rest };
      }
    },
    documents: () => documentRecordsOf(db),
  } satisfies Record<Collection, () => AsyncGenerator<object>>;
}
