ALTER TABLE `posts` ADD `language` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `documents` ADD `language` text DEFAULT '' NOT NULL;--> statement-breakpoint
DROP VIEW `public_posts`;--> statement-breakpoint
CREATE VIEW `public_posts` AS select "seq", "id", "user_id", "title", "slug", "category", "image", "is_demo", "version", "created_at", "updated_at", "guid", "is_featured", "noindex", "text", "content", "image_alt", "language", "seo" from "posts" where "posts"."hidden_at" is null;