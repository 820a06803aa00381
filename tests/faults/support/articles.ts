import { join } from 'node:path';
import SQLite from 'better-sqlite3';

/**
 * Each post contains these several times, so each first letter and common prefix finds all posts.
 */
const COMMON =
  'a the that this then there with what when which have from about after also and are because between can could each first for get has how in into is it its just keep like make more most new no not of on one only or other our out over page post reader same see server she should so some state still take than their them they time to two up use value very want was way we well were who will work would year you your'.split(
    ' ',
  );
/** Parts of longer words, so a prefix such as `inter` finds thousands of different words. */
const SYLLABLES =
  'in ter con com pre pro re un de ex sta tion able ment ing er ly al ic ous ive über é ма ра 日'.split(
    ' ',
  );
const WORDS_A_POST = 800;
const HOUR_MS = 3_600_000;

/** Seeded: returns the same sequence in every run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

/**
 * Inserts posts of 800 words (5,000 characters) into the database of a running site, dated an hour
 * apart up to now. Renders no pages, because searches don't need them.
 */
export function fillWithArticles(dataDir: string, count: number): void {
  const random = randomOf(13);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const longWord = () =>
    Array.from({ length: 2 + Math.floor(random() * 4) }, () => pick(SYLLABLES)).join('');
  const rare = Array.from({ length: 30_000 }, longWord);
  const database = new SQLite(join(dataDir, 'blog.db'));
  const insert = database.prepare(
    `insert into posts (id, user_id, title, slug, category, text, content, created_at, updated_at)
     values (?, 'author', ?, ?, ?, ?, ?, ?, ?)`,
  );
  database.transaction(() => {
    for (let n = 0; n < count; n++) {
      const words = Array.from({ length: WORDS_A_POST }, () =>
        random() < 0.7 ? pick(COMMON) : pick(rare),
      );
      const text = words.join(' ');
      const title = words.slice(0, 6).join(' ');
      const at = Date.now() - (count - n) * HOUR_MS;
      const category = n % 2 ? 'javascript' : 'reactjs';
      insert.run(`article-${n}`, title, `article-${n}`, category, text, `<p>${text}</p>`, at, at);
    }
  })();
  database.close();
}
