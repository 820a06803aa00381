import { eq } from 'drizzle-orm';
import { openDatabase } from '../../../db/client.ts';
import { insertComment, type NewComment } from '../../../db/queries/comments-table.ts';
import { insertPost } from '../../../db/queries/posts-table.ts';
import { insertUser } from '../../../db/queries/users.ts';
import { sessions } from '../../../db/schema.ts';

/** Created records, newest first. */
export interface Made {
  id: string;
  name: string;
}

/**
 * Writes many records straight into the database of a running site: calls are limited in number.
 */
export interface Records {
  /** `count` users whose names and emails begin with `word`. */
  users(word: string, count: number): Promise<Made[]>;
  /** `count` posts of `userId` with `word` in their titles. */
  posts(word: string, count: number, userId: string): Promise<Made[]>;
  /** `count` comments with `word` in them. */
  comments(word: string, count: number, on: CommentOn): Promise<Made[]>;
  /** Dates the last proof of identity in the sessions of a user a day back. */
  expireProofs(userId: string): Promise<void>;
  close(): Promise<void>;
}

type CommentOn = Pick<NewComment, 'postId' | 'state' | 'reasons' | 'parentId' | 'threadId'> & {
  userId: string;
};

/** Records are dated a day apart, so that their order is certain. */
const DAY_MS = 24 * 60 * 60 * 1000;

export async function openRecords(dataDir: string): Promise<Records> {
  const database = await openDatabase(`file:${dataDir}/blog.db`);
  const start = Date.now();
  const series = async (count: number, make: (n: number, at: Date) => Promise<Made>) => {
    const made: Made[] = [];
    for (let n = 1; n <= count; n++) made.push(await make(n, new Date(start - n * DAY_MS)));
    return made;
  };
  return {
    users: (word, count) =>
      database.transaction((tx) =>
        series(count, async (n, at) => {
          const name = `${word}-${n}`;
          const email = `${name}@example.com`;
          const profilePicture = '/avatars/r-0.svg';
          const times = { createdAt: at, updatedAt: at };
          const row = await insertUser(tx, { username: name, email, profilePicture, ...times });
          return { id: row.id, name };
        }),
      ),
    posts: (word, count, userId) =>
      database.transaction((tx) =>
        series(count, async (n, at) => {
          const name = `Post ${n} about ${word}`;
          const values = { userId, title: name, slug: `${word}-${n}`, text: name };
          const content = `<p>${name}</p>`;
          const times = { createdAt: at, updatedAt: at };
          const row = await insertPost(tx, { ...values, content, ...times });
          return { id: row.id, name };
        }),
      ),
    comments: (word, count, on) =>
      database.transaction((tx) =>
        series(count, async (n, at) => {
          const name = `Comment ${n} about ${word}`;
          const times = { createdAt: at, updatedAt: at };
          const row = await insertComment(tx, { ...on, content: name, ...times });
          return { id: row.id, name };
        }),
      ),
    expireProofs: (userId) =>
      database.transaction(async (tx) => {
        const provenAt = new Date(start - DAY_MS);
        await tx.update(sessions).set({ provenAt }).where(eq(sessions.userId, userId));
      }),
    close: () => database.close(),
  };
}
