import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database, Db } from './client.ts';
import { type DemoContent, loadDemo } from './demo/load.ts';
import { insertComment, toggleLike } from './queries/comments.ts';
import { insertPicture } from './queries/pictures.ts';
import { countPosts, insertPost, uniqueSlug } from './queries/posts.ts';
import { getSetting, setSetting } from './queries/settings.ts';
import { insertUser, listUsers } from './queries/users.ts';

export interface SeedOptions {
  /** The folder that is served as `/uploads/`. */
  uploadsDir: string;
  adminId: string;
  now: Date;
  /** Sanitizes HTML and extracts its text, as for a new post. */
  prepare: (html: string) => { content: string; text: string };
  /** Returns the slug of a title. It needn't be unique. */
  slugOf: (title: string) => string;
  /** Called with a description of each step. */
  onProgress?: (step: string) => void;
  load?: () => Promise<DemoContent>;
}

/** The setting with the time of seeding. It stays when the demo content is removed. */
const SEEDED_AT = 'demo';
const VARIANT_WIDTHS = [480, 960, 1600];
const FORMATS = ['avif', 'webp'] as const;

/**
 * Writes the demo content into a database without posts, with no user but the administrator, that
 * never had demo content. Copies the pictures, then writes all rows in one transaction: after a
 * crash the next start tries again, and copies missing pictures only. Throws when the demo content
 * is inconsistent. Returns whether it wrote anything.
 */
export async function seedDemo(database: Database, options: SeedOptions): Promise<boolean> {
  const { adminId, now, onProgress } = options;
  if (!(await isEmpty(database.read, adminId))) return false;
  const demo = await (options.load ?? loadDemo)();
  onProgress?.(`Copying ${Object.keys(demo.pictures).length} demo pictures`);
  const files = nameFiles(demo, now);
  for (const [name, file] of files) await copyPicture(demo, name, file, options.uploadsDir);

  const prepared = demo.posts.map((post) => ({
    ...post,
    ...options.prepare(withPictures(post.content, files)),
    image: post.picture === null ? '' : urlOf(lookUp(files, post.picture, 'picture')),
  }));
  onProgress?.(`Writing ${demo.posts.length} demo posts`);
  return await database.transaction(async (tx) => {
    if (!(await isEmpty(tx, adminId))) return false;
    await writePictures(tx, demo, files, options);
    const userIds = await writeUsers(tx, demo);
    const postIds = new Map<string, string>();
    for (const { file, title, category, content, text, image, createdAt } of byAge(prepared)) {
      const slug = await uniqueSlug(tx, options.slugOf(title));
      const times = { createdAt, updatedAt: createdAt };
      const values = { userId: adminId, title, slug, category, content, text, image };
      const row = await insertPost(tx, { ...values, ...times, isDemo: true });
      postIds.set(file, row.id);
    }
    await writeComments(tx, demo, postIds, userIds);
    await setSetting(tx, SEEDED_AT, now.toISOString());
    return true;
  });
}

async function isEmpty(db: Db, adminId: string): Promise<boolean> {
  if ((await getSetting(db, SEEDED_AT)) !== undefined || (await countPosts(db)) > 0) return false;
  const users = await listUsers(db, { startIndex: 0, limit: 2 });
  return users.every((user) => user.id === adminId);
}

/** Returns the upload name of each picture, `{timestamp}-{name}`: the same on every attempt. */
function nameFiles(demo: DemoContent, now: Date): Map<string, string> {
  return new Map(
    Object.keys(demo.pictures).map((name) => {
      const post = demo.posts.find(
        ({ picture, content }) => picture === name || content.includes(`demo:${name}`),
      );
      return [name, `${(post?.createdAt ?? now).getTime()}-${name}`];
    }),
  );
}

const urlOf = (file: string) => `/uploads/${file}`;
const stemOf = (file: string) => file.replace(/\.[^.]+$/, '');
const widthsOf = (width: number) => VARIANT_WIDTHS.filter((candidate) => candidate <= width);

function lookUp<V>(known: ReadonlyMap<string, V>, name: string, kind: string): V {
  const value = known.get(name);
  if (value === undefined) throw new Error(`The demo content has no ${kind} "${name}"`);
  return value;
}

function withPictures(content: string, files: ReadonlyMap<string, string>): string {
  return content.replace(/demo:([\w.-]+)/g, (_, name: string) =>
    urlOf(lookUp(files, name, 'picture')),
  );
}

async function copyPicture(
  demo: DemoContent,
  name: string,
  file: string,
  uploadsDir: string,
): Promise<void> {
  const from = fileURLToPath(demo.picturesDir);
  const { width: fullWidth = 0 } = demo.pictures[name] ?? {};
  await mkdir(uploadsDir, { recursive: true });
  await copyIfMissing(join(from, name), join(uploadsDir, file));
  for (const width of widthsOf(fullWidth)) {
    for (const format of FORMATS) {
      // The repository doesn't repeat the picture as its own widest variant.
      const isOriginal = width === fullWidth && name.endsWith(`.${format}`);
      await copyIfMissing(
        join(from, isOriginal ? name : `${stemOf(name)}-${width}.${format}`),
        join(uploadsDir, `${stemOf(file)}-${width}.${format}`),
      );
    }
  }
}

async function copyIfMissing(from: string, to: string): Promise<void> {
  if (existsSync(to)) return;
  const temporary = `${to}.${process.pid}.tmp`;
  try {
    await copyFile(from, temporary);
    await rename(temporary, to);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writePictures(
  tx: Db,
  demo: DemoContent,
  files: ReadonlyMap<string, string>,
  { adminId, now }: SeedOptions,
): Promise<void> {
  for (const [name, size] of Object.entries(demo.pictures)) {
    await insertPicture(tx, {
      ...size,
      url: urlOf(lookUp(files, name, 'picture')),
      userId: adminId,
      kind: 'post',
      widths: widthsOf(size.width),
      createdAt: now,
    });
  }
}

/** Demo users have no password and can't sign in. Returns their ids by username. */
async function writeUsers(tx: Db, demo: DemoContent): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { username, email, createdAt } of byAge(demo.users)) {
    const times = { createdAt, updatedAt: createdAt };
    const row = await insertUser(tx, { username, email, ...times, isDemo: true });
    ids.set(username, row.id);
  }
  return ids;
}

async function writeComments(
  tx: Db,
  demo: DemoContent,
  postIds: ReadonlyMap<string, string>,
  userIds: ReadonlyMap<string, string>,
): Promise<void> {
  for (const { post, user, content, createdAt, likes } of byAge(demo.comments)) {
    const { id } = await insertComment(tx, {
      postId: lookUp(postIds, post, 'post'),
      userId: lookUp(userIds, user, 'user'),
      content,
      createdAt,
      updatedAt: createdAt,
    });
    for (const username of new Set(likes)) {
      await toggleLike(tx, id, lookUp(userIds, username, 'user'), createdAt);
    }
  }
}

/** Oldest first, so that `seq` follows the age. */
function byAge<T extends { createdAt: Date }>(rows: T[]): T[] {
  return rows.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}
