ALTER TABLE "identities" ADD COLUMN "from_unknown_browser" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "password_from_mail" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "passkeys" ADD COLUMN "from_unknown_browser" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD COLUMN "from_unknown_browser" boolean DEFAULT false NOT NULL;