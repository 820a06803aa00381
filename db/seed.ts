import { readFile } from 'node:fs/promises';
import type { Database, Db } from './client.ts';
import { type DemoContent, type DemoPost, loadDemo } from './demo/load.ts';
import { findCategoryLabels, saveCategoryLabel } from './queries/categories.ts';
import { type CommentRow, insertComment } from './queries/comments-table.ts';
import { toggleLike } from './queries/likes.ts';
import { insertPicture } from './queries/pictures.ts';
import { countPosts } from './queries/posts.ts';
import { insertPost } from './queries/posts-table.ts';
import { saveSeriesOf } from './queries/series.ts';
import { getSetting, setSetting } from './queries/settings.ts';
import { uniqueSlug } from './queries/slugs.ts';
import { saveTagsOf } from './queries/tags.ts';
import { insertUser, listUsers } from './queries/users.ts';

export interface DemoFile {
  name: string;
  type: 'image/webp' | 'image/avif';
  bytes: Buffer;
}

/** The storage for pictures. */
export interface PictureStore {
  urlOf(name: string): string;
  save(files: DemoFile[]): Promise<void>;
}

export interface SeedOptions {
  pictures: PictureStore;
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
 * Writes the demo content into a database without posts and with no user except the administrator,
 * if it never had demo content. Stores the pictures, then writes all rows in one transaction. After
 * a crash, the next start retries and stores the pictures under the same names. Throws if the demo
 * content is inconsistent. Returns whether it wrote anything.
 */
export async function seedDemo(database: Database, options: SeedOptions): Promise<boolean> {
  const { adminId, now, onProgress } = options;
  if (!(await isEmpty(database.read, adminId))) return false;
  const demo = await (options.load ?? loadDemo)();
  onProgress?.(`Copying ${Object.keys(demo.pictures).length} demo pictures`);
  const { pictures } = options;
  const files = nameFiles(demo);
  /** By name: the bytes of a picture with its variants. */
  const storedBytes = new Map<string, number>();
  for (const [name, file] of files) {
    const variants = await filesOf(demo, name, file);
    await pictures.save(variants);
    storedBytes.set(
      name,
      variants.reduce((sum, { bytes }) => sum + bytes.length, 0),
    );
  }
  const urls = new Map(Array.from(files, ([name, file]) => [name, pictures.urlOf(file)]));

  const prepared = demo.posts.map((post) => ({
    ...post,
    ...options.prepare(withPictures(post.content, urls)),
    image: post.picture === null ? '' : lookUp(urls, post.picture, 'picture'),
  }));
  onProgress?.(`Writing ${demo.posts.length} demo posts`);
  return await database.transaction(async (tx) => {
    if (!(await isEmpty(tx, adminId))) return false;
    await writePictures(tx, demo, { urls, storedBytes }, options);
    const userIds = await writeUsers(tx, demo);
    const postIds = new Map<string, string>();
    for (const post of byAge(prepared)) postIds.set(post.file, await writePost(tx, post, options));
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
function nameFiles(demo: DemoContent): Map<string, string> {
  return new Map(
    Object.keys(demo.pictures).map((name) => {
      const post = demo.posts.find(
        ({ picture, content }) => picture === name || content.includes(`demo:${name}`),
      );
      if (post === undefined) throw new Error(`No demo post shows the picture "${name}"`);
      return [name, `${post.createdAt.getTime()}-${name}`];
    }),
  );
}

const stemOf = (file: string) => file.replace(/\.[^.]+$/, '');
const widthsOf = (width: number) => VARIANT_WIDTHS.filter((candidate) => candidate <= width);

function lookUp<V>(known: ReadonlyMap<string, V>, name: string, kind: string): V {
  const value = known.get(name);
  if (value === undefined) throw new Error(`The demo content has no ${kind} "${name}"`);
  return value;
}

function withPictures(content: string, urls: ReadonlyMap<string, string>): string {
  return content.replace(/demo:([\w.-]+)/g, (_, name: string) => lookUp(urls, name, 'picture'));
}

/** Reads a picture and its variants. `file` is the upload name of the picture. */
async function filesOf(demo: DemoContent, name: string, file: string): Promise<DemoFile[]> {
  const { width: fullWidth = 0 } = demo.pictures[name] ?? {};
  const variants = widthsOf(fullWidth).flatMap((width) =>
    FORMATS.map((format) => {
      // The repository doesn't repeat the picture as its own widest variant.
      const isOriginal = width === fullWidth && name.endsWith(`.${format}`);
      const from = isOriginal ? name : `${stemOf(name)}-${width}.${format}`;
      return { from, name: `${stemOf(file)}-${width}.${format}` };
    }),
  );
  return await Promise.all(
    [{ from: name, name: file }, ...variants].map(async ({ from, name }) => ({
      name,
      type: name.endsWith('.avif') ? ('image/avif' as const) : ('image/webp' as const),
      bytes: await readFile(new URL(from, demo.picturesDir)),
    })),
  );
}

async function writePictures(
  tx: Db,
  demo: DemoContent,
  { urls, storedBytes }: { urls: Map<string, string>; storedBytes: Map<string, number> },
  { adminId, now }: SeedOptions,
): Promise<void> {
  for (const [name, size] of Object.entries(demo.pictures)) {
    await insertPicture(tx, {
      ...size,
      url: lookUp(urls, name, 'picture'),
      userId: adminId,
      kind: 'post',
      storedBytes: lookUp(storedBytes, name, 'picture'),
      widths: widthsOf(size.width),
      createdAt: now,
    });
  }
}

/** Writes a post with its tags, series and the label of its category. Returns its id. */
async function writePost(
  tx: Db,
  post: DemoPost & { text: string; image: string },
  { adminId, slugOf }: SeedOptions,
): Promise<string> {
  const { title, category, categoryLabel: label, content, text, image, createdAt } = post;
  const { language, isFeatured } = post;
  const slug = await uniqueSlug(tx, post.slug ?? slugOf(title));
  const times = { createdAt, updatedAt: createdAt };
  const fields = { title, slug, category, content, text, image, language, isFeatured };
  const tags = post.tags.map((tag) => ({ label: tag, slug: slugOf(tag) }));
  const series = post.series && { ...post.series, slug: slugOf(post.series.title) };
  const { id } = await insertPost(
    tx,
    { userId: adminId, ...fields, ...times, isDemo: true },
    { tags, series: series?.title ?? '', seriesPosition: series?.position ?? 0 },
  );
  await saveTagsOf(tx, id, tags);
  await saveSeriesOf(tx, id, series);
  if (label !== undefined && !(await findCategoryLabels(tx, [category])).has(category)) {
    await saveCategoryLabel(tx, { slug: category, label, isNew: true });
  }
  return id;
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
  const known = new Map<string, CommentRow>();
  for (const comment of byAge(demo.comments)) {
    const { content, createdAt, likes, replyTo } = comment;
    const parent = replyTo === undefined ? undefined : lookUp(known, replyTo, 'comment');
    const row = await insertComment(tx, {
      postId: lookUp(postIds, comment.post, 'post'),
      userId: lookUp(userIds, comment.user, 'user'),
      content,
      createdAt,
      updatedAt: createdAt,
      parentId: parent?.id,
      threadId: parent?.threadId ?? parent?.id,
    });
    if (comment.id !== undefined) known.set(comment.id, row);
    const { id } = row;
    for (const username of new Set(likes)) {
      await toggleLike(tx, id, lookUp(userIds, username, 'user'), createdAt);
    }
  }
}

/** Oldest first, so that `seq` follows the age. */
function byAge<T extends { createdAt: Date }>(rows: T[]): T[] {
  return rows.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}
