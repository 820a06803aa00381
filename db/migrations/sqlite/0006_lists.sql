DROP INDEX `posts_updated`;--> statement-breakpoint
CREATE INDEX `posts_user_category` ON `posts` (`user_id`,`category`,`created_at`);--> statement-breakpoint
CREATE INDEX `posts_title` ON `posts` ("title" collate nocase,`category`,`user_id`);--> statement-breakpoint
CREATE INDEX `posts_updated` ON `posts` (`updated_at`,`category`,`user_id`);