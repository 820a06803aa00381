import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc } from 'drizzle-orm';
import { onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../db/client.ts';
import { engine } from '../../db/engine.ts';
import { type ChangeRow, type NewChange, recordChanges } from '../../db/queries/changes.ts';
import {
  type CommentRow,
  insertComment,
  type NewComment,
} from '../../db/queries/comments-table.ts';
import { insertPicture, type PictureRow } from '../../db/queries/pictures.ts';
import type { PostRow } from '../../db/queries/posts.ts';
import { insertPost, type NewPost } from '../../db/queries/posts-table.ts';
import { uniqueSlug } from '../../db/queries/slugs.ts';
import { insertUser, type NewUser, type UserRow } from '../../db/queries/users.ts';
import { changes } from '../../db/schema.ts';
import { takeCopy } from '../postgres/copies.ts';

/** Creates a temporary folder, which is removed after the test. */
export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

let template: Promise<string> | undefined;

/** Returns a migrated SQLite file to copy: migrating takes seven times as long as copying. */
async function migratedFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-template-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'blog.db');
  const database = await openDatabase(`file:${file}`);
  await database.migrate();
  await database.close();
  return file;
}

/**
 * Creates a migrated database, which is removed after the test: a temporary file, or a copy of the
 * template on the PostgreSQL server of `npm test -- postgres`. In `beforeAll`, pass `afterAll`.
 * `folder` can be used as DATA_DIR, and contains the file.
 */
export async function testDatabase(
  cleanUp: (work: () => Promise<void>) => void = onTestFinished,
): Promise<Database & { url: string; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-test-'));
  const copy = engine === 'postgres' ? await takeCopy() : undefined;
  const url = copy?.url ?? `file:${join(folder, 'blog.db')}`;
  if (engine === 'sqlite') {
    template ??= migratedFile();
    await copyFile(await template, join(folder, 'blog.db'));
  }
  const database = await openDatabase(url);
  cleanUp(async () => {
    await database.close();
    await copy?.giveBack();
    await rm(folder, { recursive: true, force: true });
  });
  return { ...database, url, folder };
}

/** Returns the bytes of an open database. Reading the file in this process would drop its locks. */
export function bytesOf(file: string): Buffer {
  return execFileSync('cat', [file], { maxBuffer: Number.POSITIVE_INFINITY });
}

/** Appends one change to the feed, as whatever changes a post does. */
export async function recordChange(
  database: Database,
  change: NewChange,
  { at = new Date(), isBulk = false }: { at?: Date; isBulk?: boolean } = {},
): Promise<void> {
  await database.transaction((tx) => recordChanges(tx, [change], at, { isBulk }));
}

/** Returns the whole feed, oldest change first. */
export async function readFeed({ read }: Database): Promise<ChangeRow[]> {
  return await read.select().from(changes).orderBy(asc(changes.seq));
}

/** Returns the last change of a post. */
export async function lastChange(
  database: Database,
  postId: string,
): Promise<ChangeRow | undefined> {
  return (await readFeed(database)).findLast((change) => change.postId === postId);
}

let made = 0;

/** Creates a user with defaults for missing values. */
export async function makeUser(
  database: Database,
  values: Partial<NewUser> = {},
): Promise<UserRow> {
  const n = ++made;
  const createdAt = values.createdAt ?? new Date();
  return await database.transaction((tx) =>
    insertUser(tx, {
      username: `reader-${n}`,
      email: `reader-${n}@example.com`,
      profilePicture: '/avatars/r-0.svg',
      updatedAt: createdAt,
      ...values,
      createdAt,
    }),
  );
}

/** Creates a post with defaults for missing values. Its text is the content without tags. */
export async function makePost(
  database: Database,
  values: Partial<NewPost> = {},
): Promise<PostRow> {
  const n = ++made;
  const createdAt = values.createdAt ?? new Date();
  const content = values.content ?? `<p>Content ${n}</p>`;
  return await database.transaction(async (tx) =>
    insertPost(tx, {
      userId: 'a00000000000000000000000',
      title: `Post ${n}`,
      slug: values.slug ?? (await uniqueSlug(tx, `post-${n}`)),
      text: content.replace(/<[^>]*>/g, ' '),
      updatedAt: createdAt,
      ...values,
      content,
      createdAt,
    }),
  );
}

/** Creates a user's comment on a post, with defaults for missing values. */
export async function makeComment(
  database: Database,
  values: Pick<NewComment, 'postId' | 'userId'> & Partial<NewComment>,
): Promise<CommentRow> {
  const createdAt = values.createdAt ?? new Date();
  return await database.transaction((tx) =>
    insertComment(tx, { content: `Comment ${++made}`, updatedAt: createdAt, ...values, createdAt }),
  );
}

/**
 * Creates the row of a picture without files, by default a small profile picture.
 */
export async function makePicture(
  database: Database,
  values: Pick<PictureRow, 'userId' | 'url'> & Partial<PictureRow>,
): Promise<PictureRow> {
  return await database.transaction((tx) =>
    insertPicture(tx, {
      kind: 'profile',
      width: 512,
      height: 512,
      bytes: 1000,
      storedBytes: 2000,
      widths: [96, 192],
      createdAt: new Date(),
      ...values,
    }),
  );
}
