ALTER TABLE "categories" ADD COLUMN "key" text collate "C";--> statement-breakpoint
ALTER TABLE "series" ADD COLUMN "key" text collate "C";--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "key" text collate "C";--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_key_unique" UNIQUE("key");--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_key_unique" UNIQUE("key");--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_key_unique" UNIQUE("key");