CREATE TABLE `comment_follows` (
	`post_id` text NOT NULL,
	`user_id` text NOT NULL,
	`follows` integer NOT NULL,
	PRIMARY KEY(`post_id`, `user_id`),
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `comment_follows_user` ON `comment_follows` (`user_id`);--> statement-breakpoint
CREATE TABLE `comment_reports` (
	`comment_id` text NOT NULL,
	`user_id` text NOT NULL,
	`reason` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`comment_id`, `user_id`),
	FOREIGN KEY (`comment_id`) REFERENCES `comments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `comment_reports_user` ON `comment_reports` (`user_id`);--> statement-breakpoint
CREATE TABLE `comment_versions` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`comment_id` text NOT NULL,
	`content` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`comment_id`) REFERENCES `comments`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `comment_versions_comment` ON `comment_versions` (`comment_id`,`seq`);--> statement-breakpoint
CREATE TABLE `notifications` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`actor_id` text,
	`comment_id` text NOT NULL,
	`post_id` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`read_at` integer,
	`mail_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`comment_id`) REFERENCES `comments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_id_unique` ON `notifications` (`id`);--> statement-breakpoint
CREATE INDEX `notifications_user` ON `notifications` (`user_id`,`seq`);--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`user_id`) WHERE read_at is null;--> statement-breakpoint
CREATE INDEX `notifications_mail` ON `notifications` (`mail_at`) WHERE mail_at is not null;--> statement-breakpoint
CREATE INDEX `notifications_comment` ON `notifications` (`comment_id`);--> statement-breakpoint
CREATE INDEX `notifications_post` ON `notifications` (`post_id`);--> statement-breakpoint
CREATE INDEX `notifications_actor` ON `notifications` (`actor_id`);--> statement-breakpoint
CREATE TABLE `sign_in_links` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`next` text DEFAULT '' NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_links_email` ON `sign_in_links` (`email`,`created_at`);--> statement-breakpoint
CREATE INDEX `sign_in_links_expiry` ON `sign_in_links` (`expires_at`);--> statement-breakpoint
-- SQLite can't change a constraint of a table, so this makes it again, without what refers to it.
DROP TRIGGER `likes_insert`;--> statement-breakpoint
DROP TRIGGER `likes_delete`;--> statement-breakpoint
DROP VIEW `visible_comments`;--> statement-breakpoint
CREATE TABLE `__new_comments` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`post_id` text NOT NULL,
	`user_id` text,
	`content` text NOT NULL,
	`number_of_likes` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`parent_id` text,
	`thread_id` text,
	`state` text DEFAULT 'visible' NOT NULL,
	`state_at` integer,
	`reasons` text DEFAULT '[]' NOT NULL,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "comments_length" CHECK(length("content") <= 65536 and ("content" <> '' or "state" = 'erased'))
);
--> statement-breakpoint
INSERT INTO `__new_comments`("seq", "id", "post_id", "user_id", "content", "number_of_likes", "created_at", "updated_at") SELECT "seq", "id", "post_id", "user_id", "content", "number_of_likes", "created_at", "updated_at" FROM `comments`;--> statement-breakpoint
DROP TABLE `comments`;--> statement-breakpoint
ALTER TABLE `__new_comments` RENAME TO `comments`;--> statement-breakpoint
CREATE UNIQUE INDEX `comments_id_unique` ON `comments` (`id`);--> statement-breakpoint
CREATE INDEX `comments_post_created` ON `comments` (`post_id`,`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `comments_user_created` ON `comments` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `comments_created` ON `comments` (`created_at`);--> statement-breakpoint
CREATE INDEX `comments_likes` ON `comments` (`number_of_likes`,`created_at`,`seq`);--> statement-breakpoint
CREATE INDEX `comments_thread` ON `comments` (`thread_id`,`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `comments_top` ON `comments` (`post_id`,`created_at`) WHERE thread_id is null;--> statement-breakpoint
CREATE INDEX `comments_top_likes` ON `comments` (`post_id`,`number_of_likes`,`created_at`) WHERE thread_id is null;--> statement-breakpoint
CREATE INDEX `comments_not_visible` ON `comments` (`state`,`state_at`) WHERE state <> 'visible';--> statement-breakpoint
DROP INDEX `mail_due`;--> statement-breakpoint
ALTER TABLE `mail` ADD `lane` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `mail_due` ON `mail` (`state`,`lane`,`not_before`);--> statement-breakpoint
ALTER TABLE `users` ADD `is_trusted` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `notify` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `posts` ADD `comments_closed` integer DEFAULT false NOT NULL;--> statement-breakpoint
DROP VIEW `public_posts`;--> statement-breakpoint
CREATE VIEW `moderated_comments` AS select "comments"."seq", "comments"."id", "comments"."post_id", "comments"."user_id", "comments"."content", "comments"."number_of_likes", "comments"."created_at", "comments"."updated_at", "comments"."parent_id", "comments"."thread_id", "comments"."state", "comments"."state_at", "comments"."reasons" from "comments" inner join "posts" on "posts"."id" = "comments"."post_id" where ("posts"."hidden_at" is null and "comments"."state" <> 'erased');--> statement-breakpoint
CREATE VIEW `visible_threads` AS select "comments"."seq", "comments"."id", "comments"."post_id", "comments"."created_at", "comments"."number_of_likes" from "comments" inner join "posts" on "posts"."id" = "comments"."post_id" where ("posts"."hidden_at" is null and "comments"."thread_id" is null and ("comments"."state" = 'visible' or exists (select 1 from "comments" as reply
    where reply.thread_id = "comments"."id" and reply.state = 'visible')));--> statement-breakpoint
CREATE VIEW `visible_comments` AS select "comments"."seq", "comments"."id", "comments"."post_id", "comments"."user_id", "comments"."content", "comments"."number_of_likes", "comments"."created_at", "comments"."updated_at", "comments"."parent_id", "comments"."thread_id", "comments"."state", "comments"."state_at", "comments"."reasons" from "comments" inner join "posts" on "posts"."id" = "comments"."post_id" where ("posts"."hidden_at" is null and "comments"."state" = 'visible');--> statement-breakpoint
CREATE VIEW `public_posts` AS select "seq", "id", "user_id", "title", "slug", "category", "image", "is_demo", "version", "created_at", "updated_at", "guid", "is_featured", "noindex", "text", "content", "image_alt", "image_focus", "language", "seo", "comments_closed" from "posts" where "posts"."hidden_at" is null;--> statement-breakpoint
CREATE TRIGGER `likes_insert` AFTER INSERT ON `likes` BEGIN
  UPDATE comments SET number_of_likes = number_of_likes + 1 WHERE id = new.comment_id;
END;
--> statement-breakpoint
CREATE TRIGGER `likes_delete` AFTER DELETE ON `likes` BEGIN
  UPDATE comments SET number_of_likes = number_of_likes - 1 WHERE id = old.comment_id;
END;
