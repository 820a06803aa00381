CREATE TABLE "missed_searches" (
	"words" text collate "C" PRIMARY KEY NOT NULL,
	"searches" integer NOT NULL,
	"last_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "missed_searches_order" ON "missed_searches" USING btree ("searches","last_at");