ALTER TABLE "post_words" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "post_words_version" ON "post_words" USING btree ("version","post_seq");--> statement-breakpoint
-- The words of existing posts are made again afterwards, in slices (api/posts/search/fill-words.ts).
INSERT INTO post_words (post_seq, words) SELECT seq, '' FROM posts ON CONFLICT DO NOTHING;--> statement-breakpoint
CREATE FUNCTION add_post_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO post_words (post_seq, words) VALUES (new.seq, '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER posts_words_insert AFTER INSERT ON posts
  FOR EACH ROW EXECUTE FUNCTION add_post_words();
--> statement-breakpoint
CREATE FUNCTION outdate_post_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE post_words SET version = 0 WHERE post_seq = new.seq;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER posts_words_update AFTER UPDATE OF title, text ON posts
  FOR EACH ROW EXECUTE FUNCTION outdate_post_words();
