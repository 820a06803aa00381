DROP INDEX "post_tags_tag";--> statement-breakpoint
ALTER TABLE "post_tags" ADD COLUMN "created_at" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "post_tags" ADD COLUMN "post_seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE post_tags SET created_at = posts.created_at, post_seq = posts.seq
FROM posts WHERE posts.id = post_tags.post_id;--> statement-breakpoint
CREATE INDEX "post_tags_tag_created" ON "post_tags" USING btree ("tag","is_former","created_at","post_seq");--> statement-breakpoint
-- A row that is inserted, and the rows of a post that gets another date, have the values of the post.
CREATE FUNCTION set_post_tag_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT posts.created_at, posts.seq INTO new.created_at, new.post_seq
  FROM posts WHERE posts.id = new.post_id;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE FUNCTION update_post_tag_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE post_tags SET created_at = new.created_at, post_seq = new.seq WHERE post_id = new.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER post_tags_insert BEFORE INSERT ON post_tags
  FOR EACH ROW EXECUTE FUNCTION set_post_tag_order();
--> statement-breakpoint
CREATE TRIGGER post_tags_of_posts AFTER UPDATE OF created_at, seq ON posts
  FOR EACH ROW EXECUTE FUNCTION update_post_tag_order();
