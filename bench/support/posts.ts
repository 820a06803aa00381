import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../../db/client.ts';
import { insertPost } from '../../db/queries/posts-table.ts';

const WORDS =
  'a page is a promise that the reader can keep without asking the server again and the cache holds what the network would repeat for everybody who comes later with the same question in another browser on a slower line'.split(
    ' ',
  );
const CATEGORIES = ['uncategorized', 'javascript', 'reactjs', 'nextjs'];
const HOUR_MS = 3_600_000;

/** Seeded (mulberry32), so that every run measures the same posts. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Returns a post of about 5,000 characters with headings, a list and code. `index` makes it unique.
 */
export function articleOf(index: number): { title: string; category: string; content: string } {
  const random = randomOf(index + 1);
  const words = (count: number) =>
    Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');
  const sections = Array.from(
    { length: 5 },
    (_, section) =>
      `<h2>Part ${section + 1}: ${words(4)}</h2><p>${words(80)}.</p><p>${words(60)}, <strong>${words(3)}</strong> and <a href="https://developer.mozilla.org/">${words(2)}</a>.</p>`,
  ).join('');
  return {
    title: `Measured article ${index}: ${words(5)}`,
    category: CATEGORIES[index % CATEGORIES.length] ?? 'uncategorized',
    content: `<p>${words(40)}.</p>${sections}<ul><li>${words(8)}</li><li>${words(8)}</li></ul><pre data-language="javascript"><code>const answer${index} = await fetch('/api/${index}');\nif (!answer.ok) throw new Error('no answer');</code></pre>`,
  };
}

/**
 * Creates the database of a data folder with `count` posts and their documents, dated an hour apart
 * up to now.
 */
export async function fillWithPosts(
  dataDir: string,
  count: number,
  databaseUrl = `file:${join(dataDir, 'blog.db')}`,
): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const database = await openDatabase(databaseUrl);
  await database.migrate();
  const start = Date.now() - count * HOUR_MS;
  await database.transaction(async (tx) => {
    for (let index = 0; index < count; index++) {
      const { title, category, content } = articleOf(index);
      const at = new Date(start + index * HOUR_MS);
      const text = content.replaceAll(/<[^>]*>/g, ' ');
      const slug = `measured-article-${index}`;
      const times = { createdAt: at, updatedAt: at };
      await insertPost(tx, {
        userId: 'bench',
        title,
        slug,
        category,
        content,
        text,
        image: '',
        ...times,
      });
    }
  });
  await database.close();
}
