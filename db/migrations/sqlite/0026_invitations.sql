CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`id_hash` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`message` text DEFAULT '' NOT NULL,
	`user_id` text NOT NULL,
	`is_mailed` integer DEFAULT false NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_id_hash_unique` ON `invitations` (`id_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_email_unique` ON `invitations` (`email`);--> statement-breakpoint
CREATE INDEX `invitations_user` ON `invitations` (`user_id`);--> statement-breakpoint
CREATE INDEX `invitations_expiry` ON `invitations` (`expires_at`);