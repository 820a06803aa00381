CREATE TABLE `missed_searches` (
	`words` text PRIMARY KEY NOT NULL,
	`searches` integer NOT NULL,
	`last_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `missed_searches_order` ON `missed_searches` (`searches`,`last_at`);