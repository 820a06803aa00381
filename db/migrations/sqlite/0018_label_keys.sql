ALTER TABLE `categories` ADD `key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `categories_key_unique` ON `categories` (`key`);--> statement-breakpoint
ALTER TABLE `series` ADD `key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `series_key_unique` ON `series` (`key`);--> statement-breakpoint
ALTER TABLE `tags` ADD `key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `tags_key_unique` ON `tags` (`key`);