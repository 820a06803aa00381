/**
 * Fills an empty database for `bench/conversation.ts`, and prints the ids as JSON. This is a
 * separate process because a process can only open one kind of database:
 * `node fill.ts DATA_DIR DATABASE_URL`.
 */
import { createSessions } from '../../api/access/sessions.ts';
import { loadEnv } from '../../api/env.ts';
import { openDatabase } from '../../db/client.ts';
import { insertComment } from '../../db/queries/comments-table.ts';
import { listPostCards } from '../../db/queries/posts.ts';
import { insertUser } from '../../db/queries/users.ts';
import { fillWithPosts } from '../support/posts.ts';

export const POSTS = 3_000;
export const PEOPLE = 300;
export const BUSY = { comments: 5_000, inOneThread: 200 };
export const FULL = 50_000;
const AT_ONCE = 5_000;

export interface Filled {
  busy: string;
  oldest: string;
  full: string;
  flooded: string;
  spammer: string;
  people: { userId: string; cookie: string }[];
}

const textOf = (n: number) =>
  `Comment ${n}: a sentence or two, about as long as people write them.`;

/** Writes posts, people and comments into an empty database. */
async function fill(dataDir: string, databaseUrl: string): Promise<Filled> {
  await fillWithPosts(dataDir, POSTS, databaseUrl);
  const database = await openDatabase(databaseUrl);
  const times = (n: number) => {
    const at = new Date(Date.now() - (FULL - n) * 1000);
    return { createdAt: at, updatedAt: at };
  };
  const posts: string[] = [];
  for (let startIndex = 0; startIndex < POSTS; startIndex += 100) {
    const cards = await listPostCards(database.read, {}, { startIndex, limit: 100 });
    posts.push(...cards.map(({ id }) => id));
  }
  const [busy = '', full = '', flooded = ''] = posts;
  const ids: string[] = [];
  await database.transaction(async (tx) => {
    for (let n = 0; n < PEOPLE; n++) {
      const person = { username: `reader-${n}`, email: `reader-${n}@example.com` };
      ids.push(
        (await insertUser(tx, { ...person, profilePicture: '/avatars/a-1.svg', ...times(n) })).id,
      );
    }
  });
  const person = (n: number) => ids[n % PEOPLE] ?? '';
  let oldest = '';
  await database.transaction(async (tx) => {
    for (let n = 0; n < BUSY.comments; n++) {
      const threadId = n > 0 && n < BUSY.inOneThread ? oldest : null;
      const values = { postId: busy, userId: person(n), content: textOf(n), ...times(n) };
      const row = await insertComment(tx, { ...values, parentId: threadId, threadId });
      if (n === 0) oldest = row.id;
    }
  });
  for (let from = 0; from < FULL; from += AT_ONCE) {
    await database.transaction(async (tx) => {
      for (let n = from; n < from + AT_ONCE; n++) {
        await insertComment(tx, {
          postId: full,
          userId: person(n),
          content: textOf(n),
          ...times(n),
        });
      }
    });
  }
  const spammer = person(0);
  await database.transaction(async (tx) => {
    for (const postId of posts.slice(3)) {
      await insertComment(tx, { postId, userId: spammer, content: 'Buy now', ...times(1) });
    }
  });
  const env = loadEnv({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  const sessions = createSessions({ database, env, now: () => new Date() });
  const people: Filled['people'] = [];
  for (const userId of ids) {
    const session = await database.transaction((tx) => sessions.begin(tx, userId));
    people.push({ userId, cookie: session.cookie.split(';')[0] ?? '' });
  }
  await database.close();
  return { busy, oldest, full, flooded, spammer, people };
}

const [dataDir, databaseUrl] = process.argv.slice(2);
if (dataDir !== undefined && databaseUrl !== undefined) {
  process.stdout.write(JSON.stringify(await fill(dataDir, databaseUrl)));
}
