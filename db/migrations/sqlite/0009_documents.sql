CREATE TABLE `documents` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`status` text DEFAULT 'draft' NOT NULL,
	`title` text DEFAULT '' NOT NULL,
	`slug` text DEFAULT '' NOT NULL,
	`category` text DEFAULT '' NOT NULL,
	`image` text DEFAULT '' NOT NULL,
	`is_featured` integer DEFAULT false NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`published_revision` integer,
	`scheduled_at` integer,
	`published_at` integer,
	`published_for` integer,
	`trashed_at` integer,
	`trashed_from` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`tags` text DEFAULT '[]' NOT NULL,
	`series` text DEFAULT '' NOT NULL,
	`series_position` integer DEFAULT 0 NOT NULL,
	`image_alt` text DEFAULT '' NOT NULL,
	`seo` text DEFAULT '{}' NOT NULL,
	`noindex` integer DEFAULT false NOT NULL,
	`category_label` text DEFAULT '' NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`content` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `documents_id_unique` ON `documents` (`id`);--> statement-breakpoint
CREATE INDEX `documents_updated` ON `documents` (`updated_at`);--> statement-breakpoint
CREATE INDEX `documents_status_updated` ON `documents` (`status`,`updated_at`);--> statement-breakpoint
CREATE INDEX `documents_user_updated` ON `documents` (`user_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `documents_scheduled` ON `documents` (`scheduled_at`) WHERE scheduled_at is not null;--> statement-breakpoint
CREATE INDEX `documents_trashed` ON `documents` (`trashed_at`) WHERE trashed_at is not null;--> statement-breakpoint
CREATE TABLE `hidden_comments` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`post_id` text NOT NULL,
	`user_id` text NOT NULL,
	`content` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`post_id`) REFERENCES `hidden_posts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "hidden_comments_length" CHECK(length("hidden_comments"."content") between 1 and 200)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `hidden_comments_id_unique` ON `hidden_comments` (`id`);--> statement-breakpoint
CREATE INDEX `hidden_comments_post` ON `hidden_comments` (`post_id`);--> statement-breakpoint
CREATE INDEX `hidden_comments_user` ON `hidden_comments` (`user_id`);--> statement-breakpoint
CREATE TABLE `hidden_likes` (
	`comment_id` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`comment_id`, `user_id`),
	FOREIGN KEY (`comment_id`) REFERENCES `hidden_comments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `hidden_likes_user` ON `hidden_likes` (`user_id`);--> statement-breakpoint
CREATE TABLE `hidden_posts` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`slug` text NOT NULL,
	`post` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `hidden_posts_id_unique` ON `hidden_posts` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `hidden_posts_slug_unique` ON `hidden_posts` (`slug`);--> statement-breakpoint
CREATE TABLE `post_tags` (
	`post_id` text NOT NULL,
	`tag` text NOT NULL,
	`position` integer NOT NULL,
	`is_former` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`post_id`, `tag`),
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `post_tags_tag` ON `post_tags` (`tag`,`post_id`);--> statement-breakpoint
CREATE TABLE `preview_links` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`document_id` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `preview_links_document` ON `preview_links` (`document_id`);--> statement-breakpoint
CREATE INDEX `preview_links_expiry` ON `preview_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `redirects` (
	`from` text PRIMARY KEY NOT NULL,
	`post_id` text NOT NULL,
	`status` integer DEFAULT 301 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `redirects_post` ON `redirects` (`post_id`);--> statement-breakpoint
CREATE TABLE `referrers` (
	`day` integer NOT NULL,
	`host` text NOT NULL,
	`views` integer NOT NULL,
	PRIMARY KEY(`day`, `host`)
);
--> statement-breakpoint
CREATE TABLE `revisions` (
	`document_id` text NOT NULL,
	`number` integer NOT NULL,
	`kind` text DEFAULT 'auto' NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`user_id` text NOT NULL,
	`added` integer DEFAULT 0 NOT NULL,
	`removed` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`title` text NOT NULL,
	`meta` text NOT NULL,
	`content` text NOT NULL,
	PRIMARY KEY(`document_id`, `number`),
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `series` (
	`slug` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `series_posts` (
	`post_id` text NOT NULL,
	`series` text NOT NULL,
	`position` integer NOT NULL,
	`is_former` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`post_id`, `series`),
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `series_posts_series` ON `series_posts` (`series`,`position`);--> statement-breakpoint
CREATE TABLE `tags` (
	`slug` text PRIMARY KEY NOT NULL,
	`label` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `views` (
	`day` integer NOT NULL,
	`post_id` text NOT NULL,
	`views` integer NOT NULL,
	PRIMARY KEY(`day`, `post_id`)
);
--> statement-breakpoint
CREATE INDEX `views_post` ON `views` (`post_id`,`day`);--> statement-breakpoint
ALTER TABLE `users` ADD `bio` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `links` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `overview_seen_at` integer;--> statement-breakpoint
ALTER TABLE `pictures` ADD `alt` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `posts` ADD `guid` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `posts` ADD `is_featured` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `posts` ADD `noindex` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `posts` ADD `seo` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX `posts_featured` ON `posts` (`is_featured`,`created_at`) WHERE is_featured;--> statement-breakpoint
-- Each post that there already is gets its document.
INSERT INTO documents (id, user_id, status, title, slug, category, image, revision, published_revision,
	published_at, created_at, updated_at, image_alt, text, content)
SELECT id, user_id, 'published', title, slug, category, image, 1, 1, created_at, created_at, updated_at, image_alt, text, content
FROM posts ORDER BY seq;
