CREATE TABLE "audit" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"id" text collate "C" NOT NULL,
	"at" bigint NOT NULL,
	"actor" text collate "C" NOT NULL,
	"action" text collate "C" NOT NULL,
	"subject" text collate "C" NOT NULL,
	"address" text collate "C" NOT NULL,
	"details" text collate "C" NOT NULL,
	CONSTRAINT "audit_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "mail" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"kind" text collate "C" NOT NULL,
	"to" text collate "C" NOT NULL,
	"payload" text collate "C" NOT NULL,
	"state" text collate "C" DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text collate "C",
	"not_before" bigint NOT NULL,
	"dedupe_key" text collate "C",
	"created_at" bigint NOT NULL,
	"sent_at" bigint,
	CONSTRAINT "mail_dedupe_key_unique" UNIQUE("dedupe_key")
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"id_hash" text collate "C" PRIMARY KEY NOT NULL,
	"kind" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"email" text collate "C" NOT NULL,
	"code_hash" text collate "C",
	"code_tries" integer DEFAULT 0 NOT NULL,
	"used_at" bigint,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "challenges" (
	"id_hash" text collate "C" PRIMARY KEY NOT NULL,
	"kind" text collate "C" NOT NULL,
	"user_id" text collate "C",
	"challenge" text collate "C" NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"credential_id" text collate "C" NOT NULL,
	"public_key" text collate "C" NOT NULL,
	"counter" integer NOT NULL,
	"transports" text collate "C" NOT NULL,
	"is_backed_up" boolean DEFAULT false NOT NULL,
	"name" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" text collate "C" NOT NULL,
	"code_hash" text collate "C" NOT NULL,
	"used_at" bigint,
	"created_at" bigint NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "totp_secrets" (
	"user_id" text collate "C" PRIMARY KEY NOT NULL,
	"secret" text collate "C" NOT NULL,
	"confirmed_at" bigint,
	"last_step" integer DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "role" text collate "C" DEFAULT 'reader' NOT NULL;--> statement-breakpoint
UPDATE "users" SET "role" = 'administrator' WHERE "is_admin";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "is_admin";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_admin" boolean GENERATED ALWAYS AS (role = 'administrator') STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "users_role" ON "users" USING btree ("role");--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pending_email" text collate "C";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_until" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_reason" text collate "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "public_id" text collate "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "browser" text collate "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "network" text collate "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_used_at" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit" USING btree ("actor","seq");--> statement-breakpoint
CREATE INDEX "audit_subject" ON "audit" USING btree ("subject","seq");--> statement-breakpoint
CREATE INDEX "audit_action" ON "audit" USING btree ("action","seq");--> statement-breakpoint
CREATE INDEX "mail_due" ON "mail" USING btree ("state","not_before");--> statement-breakpoint
CREATE INDEX "mail_created" ON "mail" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "tokens_user" ON "tokens" USING btree ("user_id","kind");--> statement-breakpoint
CREATE INDEX "tokens_expiry" ON "tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "challenges_user" ON "challenges" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "challenges_expiry" ON "challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
UPDATE "sessions" SET "public_id" = substr(md5(random()::text || "id_hash"), 1, 24), "last_used_at" = "created_at";
