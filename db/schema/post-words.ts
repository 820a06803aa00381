import { type AnyPgColumn, customType, index, integer, pgTable } from 'drizzle-orm/pg-core';
import * as sqlite from 'drizzle-orm/sqlite-core';
import { engine } from '../engine.ts';
import { allPosts } from './content.ts';
import { postgres } from './postgres.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
const seqOfPost = () => allPosts.seq;
const WITH_POST = { onDelete: 'cascade', onUpdate: 'cascade' } as const;

/**
 * The search index: the distinct words of each post's title and text, as `words.ts` returns them.
 * `version` is the `WORDS_VERSION` of these words. Triggers set it to 0 when a post changes, so
 * every program that writes posts marks the words as outdated.
 *
 * SQLite stores the words separated by spaces, and indexes them in the virtual table
 * `post_words_fts`. The table is separate, so that queries for posts don't read the words.
 */
export const postWords =
  engine === 'postgres'
    ? pgTable(
        'post_words',
        {
          postSeq: postgres
            .bigint('post_seq')
            .primaryKey()
            .references(seqOfPost as unknown as () => AnyPgColumn, WITH_POST),
          words: tsvector('words').notNull(),
          version: integer('version').notNull().default(0),
        },
        (t) => [
          index('post_words_words').using('gin', t.words),
          index('post_words_version').on(t.version, t.postSeq),
        ],
      )
    : sqlite.sqliteTable(
        'post_words',
        {
          postSeq: sqlite.integer('post_seq').primaryKey().references(seqOfPost, WITH_POST),
          words: sqlite.text('words').notNull(),
          version: sqlite.integer('version').notNull().default(0),
        },
        (t) => [sqlite.index('post_words_version').on(t.version, t.postSeq)],
      );
