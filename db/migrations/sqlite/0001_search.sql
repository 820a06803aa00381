-- The search index: title and text of each post, kept by triggers so that no code path can forget it.
-- unicode61 without diacritics: the same words as the static index makes; no stemming.
CREATE VIRTUAL TABLE `posts_fts` USING fts5(
  title,
  text,
  content='posts',
  content_rowid='seq',
  tokenize="unicode61 remove_diacritics 2",
  prefix='2 3'
);
--> statement-breakpoint
CREATE TRIGGER `posts_fts_insert` AFTER INSERT ON `posts` BEGIN
  INSERT INTO posts_fts(rowid, title, text) VALUES (new.seq, new.title, new.text);
END;
--> statement-breakpoint
CREATE TRIGGER `posts_fts_delete` AFTER DELETE ON `posts` BEGIN
  INSERT INTO posts_fts(posts_fts, rowid, title, text) VALUES ('delete', old.seq, old.title, old.text);
END;
--> statement-breakpoint
CREATE TRIGGER `posts_fts_update` AFTER UPDATE OF title, text ON `posts` BEGIN
  INSERT INTO posts_fts(posts_fts, rowid, title, text) VALUES ('delete', old.seq, old.title, old.text);
  INSERT INTO posts_fts(rowid, title, text) VALUES (new.seq, new.title, new.text);
END;
