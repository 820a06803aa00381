CREATE TABLE `missing_paths` (
	`path` text PRIMARY KEY NOT NULL,
	`hits` integer NOT NULL,
	`last_at` integer NOT NULL,
	`from` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `missing_paths_order` ON `missing_paths` (`hits`,`last_at`);--> statement-breakpoint
CREATE TABLE `path_redirects` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`from` text NOT NULL,
	`to` text,
	`status` integer NOT NULL,
	`hits` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `path_redirects_id_unique` ON `path_redirects` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `path_redirects_from_unique` ON `path_redirects` (`from`);