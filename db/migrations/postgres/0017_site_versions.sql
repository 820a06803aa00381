CREATE TABLE "site_versions" (
	"number" integer PRIMARY KEY NOT NULL,
	"site" text collate "C" NOT NULL,
	"changed_at" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"restored_from" integer
);
--> statement-breakpoint
ALTER TABLE "nodes" ADD COLUMN "site_version" integer DEFAULT 0 NOT NULL;