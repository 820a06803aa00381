CREATE TABLE `sign_in_flows` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`attempt` text NOT NULL,
	`identity` text,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_flows_expiry` ON `sign_in_flows` (`expires_at`);