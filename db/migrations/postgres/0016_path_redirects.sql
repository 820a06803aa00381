CREATE TABLE "missing_paths" (
	"path" text collate "C" PRIMARY KEY NOT NULL,
	"hits" integer NOT NULL,
	"last_at" bigint NOT NULL,
	"from" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "path_redirects" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"id" text collate "C" NOT NULL,
	"from" text collate "C" NOT NULL,
	"to" text collate "C",
	"status" integer NOT NULL,
	"hits" integer DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "path_redirects_id_unique" UNIQUE("id"),
	CONSTRAINT "path_redirects_from_unique" UNIQUE("from")
);
--> statement-breakpoint
CREATE INDEX "missing_paths_order" ON "missing_paths" USING btree ("hits","last_at");