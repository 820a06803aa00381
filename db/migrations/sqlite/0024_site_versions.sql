CREATE TABLE `site_versions` (
	`number` integer PRIMARY KEY NOT NULL,
	`site` text NOT NULL,
	`changed_at` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`restored_from` integer
);
--> statement-breakpoint
ALTER TABLE `nodes` ADD `site_version` integer DEFAULT 0 NOT NULL;