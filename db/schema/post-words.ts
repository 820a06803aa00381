import { type AnyPgColumn, bigint, customType, index, pgTable } from 'drizzle-orm/pg-core';
import { allPosts } from './content.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * The search index of PostgreSQL: the folded words of each post's title and text. SQLite has the
 * virtual table `posts_fts` instead (`0001_search.sql`). A separate table, so queries for posts
 * don't read it.
 */
export const postWords = pgTable(
  'post_words',
  {
    postSeq: bigint('post_seq', { mode: 'number' })
      .primaryKey()
      .references(() => allPosts.seq as unknown as AnyPgColumn, {
        onDelete: 'cascade',
        onUpdate: 'cascade',
      }),
    words: tsvector('words').notNull(),
  },
  (t) => [index('post_words_words').using('gin', t.words)],
);
