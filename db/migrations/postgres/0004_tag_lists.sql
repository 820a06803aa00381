DROP INDEX "post_tags_tag";--> statement-breakpoint
ALTER TABLE "post_tags" ADD COLUMN "created_at" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "post_tags" ADD COLUMN "post_seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE post_tags SET created_at = posts.created_at, post_seq = posts.seq
FROM posts WHERE posts.id = post_tags.post_id;--> statement-breakpoint
CREATE INDEX "post_tags_tag_created" ON "post_tags" USING btree ("tag","is_former","created_at","post_seq");--> statement-breakpoint
-- New rows get the values of their post.
CREATE FUNCTION set_post_tag_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT posts.created_at, posts.seq INTO new.created_at, new.post_seq
  FROM posts WHERE posts.id = new.post_id;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER post_tags_insert BEFORE INSERT ON post_tags
  FOR EACH ROW EXECUTE FUNCTION set_post_tag_order();
