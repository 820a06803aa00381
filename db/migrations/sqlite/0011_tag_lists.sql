DROP INDEX `post_tags_tag`;--> statement-breakpoint
ALTER TABLE `post_tags` ADD `created_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `post_tags` ADD `post_seq` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE post_tags SET created_at = posts.created_at, post_seq = posts.seq
FROM posts WHERE posts.id = post_tags.post_id;--> statement-breakpoint
CREATE INDEX `post_tags_tag_created` ON `post_tags` (`tag`,`is_former`,`created_at`,`post_seq`);--> statement-breakpoint
-- New rows get the values of their post.
CREATE TRIGGER `post_tags_insert` AFTER INSERT ON `post_tags` BEGIN
  UPDATE post_tags SET created_at = posts.created_at, post_seq = posts.seq
  FROM posts
  WHERE posts.id = new.post_id AND post_tags.post_id = new.post_id AND post_tags.tag = new.tag;
END;
