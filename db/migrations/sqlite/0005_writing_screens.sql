CREATE TABLE `categories` (
	`slug` text PRIMARY KEY NOT NULL,
	`label` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `posts` ADD `image_alt` text DEFAULT '' NOT NULL;