ALTER TABLE `posts` ADD `image_focus` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `documents` ADD `image_focus` text DEFAULT '' NOT NULL;--> statement-breakpoint
DROP VIEW `public_posts`;--> statement-breakpoint
CREATE VIEW `public_posts` AS select "seq", "id", "user_id", "title", "slug", "category", "image", "is_demo", "version", "created_at", "updated_at", "guid", "is_featured", "noindex", "text", "content", "image_alt", "image_focus", "language", "seo" from "posts" where "posts"."hidden_at" is null;