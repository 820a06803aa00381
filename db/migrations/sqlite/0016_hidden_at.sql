ALTER TABLE `posts` ADD `hidden_at` integer;--> statement-breakpoint
-- Hidden posts return to their table. A copy of a post that's there was left by a stop while its comments
-- were moved. An import may have given the slug of a hidden post to another.
INSERT INTO posts (seq, id, user_id, title, slug, category, image, is_demo, version, created_at, updated_at,
	guid, is_featured, noindex, text, content, image_alt, seo, hidden_at)
SELECT seq, id, json_extract(post, '$.userId'), json_extract(post, '$.title'),
	CASE WHEN EXISTS (SELECT 1 FROM posts WHERE posts.slug = hidden_posts.slug) THEN slug || '-' || seq ELSE slug END,
	json_extract(post, '$.category'), coalesce(json_extract(post, '$.image'), ''), coalesce(json_extract(post, '$.isDemo'), 0), json_extract(post, '$.version'),
	unixepoch(json_extract(post, '$.createdAt')) * 1000 + cast(substr(json_extract(post, '$.createdAt'), 21, 3) AS integer),
	unixepoch(json_extract(post, '$.updatedAt')) * 1000 + cast(substr(json_extract(post, '$.updatedAt'), 21, 3) AS integer),
	coalesce(json_extract(post, '$.guid'), ''), coalesce(json_extract(post, '$.isFeatured'), 0), coalesce(json_extract(post, '$.noindex'), 0), json_extract(post, '$.text'), json_extract(post, '$.content'),
	coalesce(json_extract(post, '$.imageAlt'), ''), coalesce(json_extract(post, '$.seo'), '{}'),
	coalesce((SELECT coalesce(trashed_at, updated_at) FROM documents WHERE documents.id = hidden_posts.id), 0)
FROM hidden_posts WHERE NOT EXISTS (SELECT 1 FROM posts WHERE posts.id = hidden_posts.id) ORDER BY seq;--> statement-breakpoint
INSERT INTO comments (seq, id, post_id, user_id, content, created_at, updated_at)
SELECT seq, id, post_id, user_id, content, created_at, updated_at FROM hidden_comments ORDER BY seq;--> statement-breakpoint
-- A trigger counts them.
INSERT INTO likes (comment_id, user_id, created_at) SELECT comment_id, user_id, created_at FROM hidden_likes;--> statement-breakpoint
INSERT INTO tags (slug, label) SELECT json_extract(value, '$.slug'), json_extract(value, '$.label')
FROM hidden_posts, json_each(post, '$.tags') WHERE true ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO post_tags (post_id, tag, position) SELECT hidden_posts.id, json_extract(value, '$.slug'), key
FROM hidden_posts, json_each(post, '$.tags') WHERE true ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO series (slug, title) SELECT json_extract(post, '$.series.slug'), json_extract(post, '$.series.title')
FROM hidden_posts WHERE json_extract(post, '$.series.slug') IS NOT NULL ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO series_posts (post_id, series, position) SELECT id, json_extract(post, '$.series.slug'), json_extract(post, '$.series.position')
FROM hidden_posts WHERE json_extract(post, '$.series.slug') IS NOT NULL ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO picture_uses (picture, kind, owner_id, number) SELECT picture, 'post', owner_id, number
FROM picture_uses WHERE kind = 'hidden' ON CONFLICT DO NOTHING;--> statement-breakpoint
DELETE FROM picture_uses WHERE kind = 'hidden';--> statement-breakpoint
-- Uses are still being searched: from the start, because hidden posts aren't a table anymore.
DELETE FROM settings WHERE key = 'picture-uses' AND value <> 'done';--> statement-breakpoint
-- Each post has a document, with the pictures of the post.
INSERT INTO picture_uses (picture, kind, owner_id, number) SELECT picture, 'draft', owner_id, 0
FROM picture_uses WHERE kind = 'post' AND NOT EXISTS (SELECT 1 FROM documents WHERE documents.id = owner_id) ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO documents (id, user_id, status, title, slug, category, image, is_featured, revision, published_revision,
	published_at, created_at, updated_at, image_alt, seo, noindex, text, content, tags, series, series_position)
SELECT id, user_id, CASE WHEN hidden_at IS NULL THEN 'published' ELSE 'unpublished' END, title, slug, category, image,
	is_featured, 1, CASE WHEN hidden_at IS NULL THEN 1 END,
	created_at, created_at, updated_at, image_alt, seo, noindex, text, content,
	coalesce((SELECT json_group_array(json_object('slug', tags.slug, 'label', tags.label) ORDER BY post_tags.position) FROM post_tags
		JOIN tags ON tags.slug = post_tags.tag WHERE post_tags.post_id = posts.id AND NOT post_tags.is_former), '[]'),
	coalesce((SELECT series.title FROM series_posts JOIN series ON series.slug = series_posts.series
		WHERE series_posts.post_id = posts.id AND NOT series_posts.is_former), ''),
	coalesce((SELECT series_posts.position FROM series_posts JOIN series ON series.slug = series_posts.series
		WHERE series_posts.post_id = posts.id AND NOT series_posts.is_former), 0)
FROM posts WHERE NOT EXISTS (SELECT 1 FROM documents WHERE documents.id = posts.id) ORDER BY seq;--> statement-breakpoint
DROP TABLE `hidden_likes`;--> statement-breakpoint
DROP TABLE `hidden_comments`;--> statement-breakpoint
DROP TABLE `hidden_posts`;--> statement-breakpoint
DROP INDEX `posts_created`;--> statement-breakpoint
DROP INDEX `posts_category_created`;--> statement-breakpoint
DROP INDEX `posts_user_created`;--> statement-breakpoint
DROP INDEX `posts_user_category`;--> statement-breakpoint
DROP INDEX `posts_updated`;--> statement-breakpoint
DROP INDEX `posts_title`;--> statement-breakpoint
DROP INDEX `posts_featured`;--> statement-breakpoint
CREATE INDEX `posts_hidden` ON `posts` (`hidden_at`,`seq`) WHERE hidden_at is not null;--> statement-breakpoint
CREATE INDEX `posts_created` ON `posts` (`created_at`) WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX `posts_category_created` ON `posts` (`category`,`created_at`) WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX `posts_user_created` ON `posts` (`user_id`,`created_at`) WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX `posts_user_category` ON `posts` (`user_id`,`category`,`created_at`) WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX `posts_updated` ON `posts` (`updated_at`,`category`,`user_id`) WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX `posts_title` ON `posts` ("title" collate nocase,`category`,`user_id`) WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX `posts_featured` ON `posts` (`is_featured`,`created_at`) WHERE is_featured and hidden_at is null;--> statement-breakpoint
CREATE VIEW `visible_comments` AS select "comments"."seq", "comments"."id", "comments"."post_id", "comments"."user_id", "comments"."content", "comments"."number_of_likes", "comments"."created_at", "comments"."updated_at" from "comments" inner join "posts" on "posts"."id" = "comments"."post_id" where "posts"."hidden_at" is null;--> statement-breakpoint
CREATE VIEW `public_posts` AS select "seq", "id", "user_id", "title", "slug", "category", "image", "is_demo", "version", "created_at", "updated_at", "guid", "is_featured", "noindex", "text", "content", "image_alt", "seo" from "posts" where "posts"."hidden_at" is null;--> statement-breakpoint
CREATE VIEW `public_tags` AS select "post_id", "tag", "position", "created_at", "post_seq" from "post_tags" where "post_tags"."is_former" = false and "post_tags"."post_seq" not in (select "posts"."seq" from "posts" where "posts"."hidden_at" is not null);
