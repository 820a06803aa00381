import { join } from 'node:path';
import { openDatabase } from '../../db/client.ts';
import { findPostBySlug } from '../../db/queries/posts.ts';
import { allComments as comments, likes, users } from '../../db/schema.ts';
import { median } from '../support/figures.ts';
import type { Figures } from './figures.ts';

const COMMENTS = 50_000;
const READERS = 200;
/** Likes of each comment on the first page. */
const LIKED = 100;
const READS = 40;
const AT_ONCE = 500;

const textOf = (n: number) => `Comment ${n}: I read this twice, and the second time it made sense.`;

/** Adds 50,000 comments to a post. Returns the id of the post. */
async function fillThread(dataDir: string, slug: string): Promise<string> {
  const database = await openDatabase(`file:${join(dataDir, 'blog.db')}`);
  const post = await findPostBySlug(database.read, slug);
  if (!post) throw new Error(`There is no post ${slug}`);
  const at = (n: number) => ({ createdAt: new Date(n * 1000), updatedAt: new Date(n * 1000) });
  const readers = Array.from({ length: READERS }, (_, n) => ({
    id: `reader-${n}`,
    username: `Reader${n}`,
    usernameKey: `reader${n}`,
    email: `reader${n}@example.org`,
    profilePicture: '/avatars/r.svg',
    ...at(n),
  }));
  await database.transaction((tx) => tx.insert(users).values(readers));
  for (let from = 0; from < COMMENTS; from += AT_ONCE) {
    const rows = Array.from({ length: AT_ONCE }, (_, n) => ({
      id: `comment-${from + n}`,
      postId: post.id,
      userId: `reader-${n % READERS}`,
      content: textOf(from + n),
      ...at(from + n),
    }));
    await database.transaction((tx) => tx.insert(comments).values(rows));
  }
  for (let n = COMMENTS - LIKED; n < COMMENTS; n++) {
    const given = readers.slice(0, LIKED).map(({ id }) => ({
      commentId: `comment-${n}`,
      userId: id,
      createdAt: new Date(),
    }));
    await database.transaction((tx) => tx.insert(likes).values(given));
  }
  await database.close();
  return post.id;
}

/** Adds a thread of 50,000 comments to a running site. Returns the time and size of its pages. */
export async function threadPages(url: string, dataDir: string): Promise<Figures> {
  const postId = await fillThread(dataDir, 'measured-article-3');
  const figures: Figures = {};
  const pages = { 'first page': 0, 'far page': COMMENTS * 0.9 };
  for (const [name, from] of Object.entries(pages)) {
    const times: number[] = [];
    let bytes = 0;
    for (let n = 0; n < READS; n++) {
      const began = performance.now();
      // A different URL each time, because responses are cached.
      const path = `/api/comment/getPostComments/${postId}?startIndex=${from + n}&limit=100`;
      const response = await fetch(url + path);
      if (!response.ok) throw new Error(`${path} returned ${response.status}`);
      bytes = Math.max(bytes, Buffer.byteLength(await response.text()));
      times.push(performance.now() - began);
    }
    const what = `thread of 50,000 comments, ${name}`;
    figures[what] = { value: median(times), unit: 'ms', limit: 10 };
    figures[`${what}, bytes`] = { value: bytes, unit: 'bytes', limit: 100_000 };
  }
  return figures;
}
