ALTER TABLE `identities` ADD `from_unknown_browser` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `password_from_mail` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `passkeys` ADD `from_unknown_browser` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `totp_secrets` ADD `from_unknown_browser` integer DEFAULT false NOT NULL;