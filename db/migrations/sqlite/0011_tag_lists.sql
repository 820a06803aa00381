DROP INDEX `post_tags_tag`;--> statement-breakpoint
ALTER TABLE `post_tags` ADD `created_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `post_tags` ADD `post_seq` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE post_tags SET created_at = posts.created_at, post_seq = posts.seq
FROM posts WHERE posts.id = post_tags.post_id;--> statement-breakpoint
CREATE INDEX `post_tags_tag_created` ON `post_tags` (`tag`,`is_former`,`created_at`,`post_seq`);--> statement-breakpoint
-- A row that is inserted, and the rows of a post that gets another date, have the values of the post.
CREATE TRIGGER `post_tags_insert` AFTER INSERT ON `post_tags` BEGIN
  UPDATE post_tags SET created_at = posts.created_at, post_seq = posts.seq
  FROM posts
  WHERE posts.id = new.post_id AND post_tags.post_id = new.post_id AND post_tags.tag = new.tag;
END;
--> statement-breakpoint
CREATE TRIGGER `post_tags_of_posts` AFTER UPDATE OF created_at, seq ON `posts` BEGIN
  UPDATE post_tags SET created_at = new.created_at, post_seq = new.seq WHERE post_id = new.id;
END;
