-- The search index holds the words that `db/words.ts` makes, separated by spaces, so that it has the same
-- words as PostgreSQL's and the static one.
CREATE TABLE `post_words` (
	`post_seq` integer PRIMARY KEY NOT NULL,
	`words` text NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`post_seq`) REFERENCES `posts`(`seq`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `post_words_version` ON `post_words` (`version`,`post_seq`);--> statement-breakpoint
-- This tokenizer splits only at the ASCII characters that words don't contain, such as the space.
CREATE VIRTUAL TABLE `post_words_fts` USING fts5(
  words,
  content='post_words',
  content_rowid='post_seq',
  tokenize="ascii tokenchars '+#.'",
  prefix='1 2 3',
  detail=none,
  columnsize=0
);
--> statement-breakpoint
CREATE TRIGGER `post_words_insert` AFTER INSERT ON `post_words` BEGIN
  INSERT INTO post_words_fts(rowid, words) VALUES (new.post_seq, new.words);
END;
--> statement-breakpoint
CREATE TRIGGER `post_words_delete` AFTER DELETE ON `post_words` BEGIN
  INSERT INTO post_words_fts(post_words_fts, rowid, words) VALUES ('delete', old.post_seq, old.words);
END;
--> statement-breakpoint
CREATE TRIGGER `post_words_update` AFTER UPDATE OF post_seq, words ON `post_words` BEGIN
  INSERT INTO post_words_fts(post_words_fts, rowid, words) VALUES ('delete', old.post_seq, old.words);
  INSERT INTO post_words_fts(rowid, words) VALUES (new.post_seq, new.words);
END;
--> statement-breakpoint
-- The words of existing posts are added afterwards, in slices (api/posts/search/fill-words.ts).
INSERT INTO post_words (post_seq, words) SELECT seq, '' FROM posts;--> statement-breakpoint
CREATE TRIGGER `posts_words_insert` AFTER INSERT ON `posts` BEGIN
  INSERT INTO post_words (post_seq, words) VALUES (new.seq, '');
END;
--> statement-breakpoint
CREATE TRIGGER `posts_words_update` AFTER UPDATE OF title, text ON `posts` BEGIN
  UPDATE post_words SET version = 0 WHERE post_seq = new.seq;
END;
--> statement-breakpoint
-- Until then, searches find them in the former index. It's emptied in the end.
DROP TRIGGER `posts_fts_insert`;--> statement-breakpoint
DROP TRIGGER `posts_fts_delete`;--> statement-breakpoint
DROP TRIGGER `posts_fts_update`;
