-- A search for one letter read the words of every post: prefixes of one character are indexed as well.
-- FTS5 can't change this in place. The triggers are those of `posts`, so they stay.
DROP TABLE `posts_fts`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `posts_fts` USING fts5(
  title,
  text,
  content='posts',
  content_rowid='seq',
  tokenize="unicode61 remove_diacritics 2",
  prefix='1 2 3'
);
--> statement-breakpoint
INSERT INTO posts_fts(posts_fts) VALUES ('rebuild');
