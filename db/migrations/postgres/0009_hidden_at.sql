ALTER TABLE "posts" ADD COLUMN "hidden_at" bigint;--> statement-breakpoint
-- Hidden posts return to their table. A copy of a post that's there was left by a stop while its comments
-- were moved. An import may have given the slug of a hidden post to another.
INSERT INTO posts (seq, id, user_id, title, slug, category, image, is_demo, version, created_at, updated_at,
	guid, is_featured, noindex, text, content, image_alt, seo, hidden_at)
SELECT seq, id, post::json ->> 'userId', post::json ->> 'title',
	CASE WHEN EXISTS (SELECT 1 FROM posts WHERE posts.slug = hidden_posts.slug) THEN slug || '-' || seq ELSE slug END,
	post::json ->> 'category', coalesce(post::json ->> 'image', ''), coalesce((post::json ->> 'isDemo')::boolean, false), (post::json ->> 'version')::integer,
	(extract(epoch FROM (post::json ->> 'createdAt')::timestamptz) * 1000)::bigint,
	(extract(epoch FROM (post::json ->> 'updatedAt')::timestamptz) * 1000)::bigint,
	coalesce(post::json ->> 'guid', ''), coalesce((post::json ->> 'isFeatured')::boolean, false), coalesce((post::json ->> 'noindex')::boolean, false), post::json ->> 'text', post::json ->> 'content',
	coalesce(post::json ->> 'imageAlt', ''), coalesce(post::json ->> 'seo', '{}'),
	coalesce((SELECT coalesce(trashed_at, updated_at) FROM documents WHERE documents.id = hidden_posts.id), 0)
FROM hidden_posts WHERE NOT EXISTS (SELECT 1 FROM posts WHERE posts.id = hidden_posts.id) ORDER BY seq;--> statement-breakpoint
INSERT INTO comments (seq, id, post_id, user_id, content, created_at, updated_at)
SELECT seq, id, post_id, user_id, content, created_at, updated_at FROM hidden_comments ORDER BY seq;--> statement-breakpoint
-- A trigger counts them.
INSERT INTO likes (comment_id, user_id, created_at) SELECT comment_id, user_id, created_at FROM hidden_likes;--> statement-breakpoint
INSERT INTO tags (slug, label) SELECT value ->> 'slug', value ->> 'label'
FROM hidden_posts, json_array_elements(post::json -> 'tags') WITH ORDINALITY AS listed(value, place) WHERE true ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO post_tags (post_id, tag, position) SELECT hidden_posts.id, value ->> 'slug', place - 1
FROM hidden_posts, json_array_elements(post::json -> 'tags') WITH ORDINALITY AS listed(value, place) WHERE true ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO series (slug, title) SELECT post::json -> 'series' ->> 'slug', post::json -> 'series' ->> 'title'
FROM hidden_posts WHERE post::json -> 'series' ->> 'slug' IS NOT NULL ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO series_posts (post_id, series, position) SELECT id, post::json -> 'series' ->> 'slug', (post::json -> 'series' ->> 'position')::integer
FROM hidden_posts WHERE post::json -> 'series' ->> 'slug' IS NOT NULL ON CONFLICT DO NOTHING;--> statement-breakpoint
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
	coalesce((SELECT json_agg(json_build_object('slug', tags.slug, 'label', tags.label) ORDER BY post_tags.position)::text FROM post_tags
		JOIN tags ON tags.slug = post_tags.tag WHERE post_tags.post_id = posts.id AND NOT post_tags.is_former), '[]'),
	coalesce((SELECT series.title FROM series_posts JOIN series ON series.slug = series_posts.series
		WHERE series_posts.post_id = posts.id AND NOT series_posts.is_former), ''),
	coalesce((SELECT series_posts.position FROM series_posts JOIN series ON series.slug = series_posts.series
		WHERE series_posts.post_id = posts.id AND NOT series_posts.is_former), 0)
FROM posts WHERE NOT EXISTS (SELECT 1 FROM documents WHERE documents.id = posts.id) ORDER BY seq;--> statement-breakpoint
DROP TABLE "hidden_likes";--> statement-breakpoint
DROP TABLE "hidden_comments";--> statement-breakpoint
DROP TABLE "hidden_posts";--> statement-breakpoint
DROP INDEX "posts_created";--> statement-breakpoint
DROP INDEX "posts_category_created";--> statement-breakpoint
DROP INDEX "posts_user_created";--> statement-breakpoint
DROP INDEX "posts_user_category";--> statement-breakpoint
DROP INDEX "posts_updated";--> statement-breakpoint
DROP INDEX "posts_title";--> statement-breakpoint
DROP INDEX "posts_featured";--> statement-breakpoint
CREATE INDEX "posts_hidden" ON "posts" USING btree ("hidden_at","seq") WHERE hidden_at is not null;--> statement-breakpoint
CREATE INDEX "posts_created" ON "posts" USING btree ("created_at") WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX "posts_category_created" ON "posts" USING btree ("category","created_at") WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX "posts_user_created" ON "posts" USING btree ("user_id","created_at") WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX "posts_user_category" ON "posts" USING btree ("user_id","category","created_at") WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX "posts_updated" ON "posts" USING btree ("updated_at","category","user_id") WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX "posts_title" ON "posts" USING btree (lower("title"),"category","user_id") WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX "posts_featured" ON "posts" USING btree ("is_featured","created_at") WHERE is_featured and hidden_at is null;--> statement-breakpoint
CREATE VIEW "public"."visible_comments" AS (select "comments"."seq", "comments"."id", "comments"."post_id", "comments"."user_id", "comments"."content", "comments"."number_of_likes", "comments"."created_at", "comments"."updated_at" from "comments" inner join "posts" on "posts"."id" = "comments"."post_id" where "posts"."hidden_at" is null);--> statement-breakpoint
CREATE VIEW "public"."public_posts" AS (select "seq", "id", "user_id", "title", "slug", "category", "image", "is_demo", "version", "created_at", "updated_at", "guid", "is_featured", "noindex", "text", "content", "image_alt", "seo" from "posts" where "posts"."hidden_at" is null);--> statement-breakpoint
CREATE VIEW "public"."public_tags" AS (select "post_id", "tag", "position", "created_at", "post_seq" from "post_tags" where "post_tags"."is_former" = false and "post_tags"."post_seq" not in (select "posts"."seq" from "posts" where "posts"."hidden_at" is not null));
