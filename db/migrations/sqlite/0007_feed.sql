CREATE TABLE `changes` (
	`seq` integer PRIMARY KEY NOT NULL,
	`action` text NOT NULL,
	`post_id` text NOT NULL,
	`slug` text NOT NULL,
	`at` integer NOT NULL,
	`is_bulk` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `changes_post` ON `changes` (`post_id`,`seq`);--> statement-breakpoint
CREATE INDEX `changes_at` ON `changes` (`at`);--> statement-breakpoint
CREATE TABLE `feed` (
	`id` text PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO `feed` VALUES (lower(hex(randomblob(12))), 0);
--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`task` text NOT NULL,
	`result` text,
	`taken_until` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `jobs_created` ON `jobs` (`created_at`);--> statement-breakpoint
CREATE INDEX `jobs_user` ON `jobs` (`user_id`);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`token` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `nodes` (
	`id` text PRIMARY KEY NOT NULL,
	`role` text NOT NULL,
	`release` text NOT NULL,
	`cursor` integer NOT NULL,
	`failed` integer NOT NULL,
	`heartbeat` integer NOT NULL
);
--> statement-breakpoint
DROP TABLE `outbox`;--> statement-breakpoint
DROP TABLE `publishes`;--> statement-breakpoint
DELETE FROM `settings` WHERE `key` IN ('publisher.late', 'publisher.stories') OR `key` LIKE 'relabel:%';
