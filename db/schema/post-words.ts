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
 * `version` is its `WORDS_VERSION`, or 0 if the words are missing or outdated: triggers set it with
 * every change of a post, so no way to write posts can forget it.
 *
 * SQLite has the words separated by spaces, and the virtual table `post_words_fts` for them. A
 * separate table, so queries for posts don't read it.
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
