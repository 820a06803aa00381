CREATE TABLE "documents" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"id" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"status" text collate "C" DEFAULT 'draft' NOT NULL,
	"title" text collate "C" DEFAULT '' NOT NULL,
	"slug" text collate "C" DEFAULT '' NOT NULL,
	"category" text collate "C" DEFAULT '' NOT NULL,
	"image" text collate "C" DEFAULT '' NOT NULL,
	"is_featured" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"published_revision" integer,
	"scheduled_at" bigint,
	"published_at" bigint,
	"published_for" bigint,
	"trashed_at" bigint,
	"trashed_from" text collate "C",
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"tags" text collate "C" DEFAULT '[]' NOT NULL,
	"series" text collate "C" DEFAULT '' NOT NULL,
	"series_position" integer DEFAULT 0 NOT NULL,
	"image_alt" text collate "C" DEFAULT '' NOT NULL,
	"seo" text collate "C" DEFAULT '{}' NOT NULL,
	"noindex" boolean DEFAULT false NOT NULL,
	"category_label" text collate "C" DEFAULT '' NOT NULL,
	"text" text collate "C" DEFAULT '' NOT NULL,
	"content" text collate "C" DEFAULT '' NOT NULL,
	CONSTRAINT "documents_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "hidden_comments" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"id" text collate "C" NOT NULL,
	"post_id" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"content" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "hidden_comments_id_unique" UNIQUE("id"),
	CONSTRAINT "hidden_comments_length" CHECK (length("hidden_comments"."content") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "hidden_likes" (
	"comment_id" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "hidden_likes_comment_id_user_id_pk" PRIMARY KEY("comment_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "hidden_posts" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"id" text collate "C" NOT NULL,
	"slug" text collate "C" NOT NULL,
	"post" text collate "C" NOT NULL,
	CONSTRAINT "hidden_posts_id_unique" UNIQUE("id"),
	CONSTRAINT "hidden_posts_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "post_tags" (
	"post_id" text collate "C" NOT NULL,
	"tag" text collate "C" NOT NULL,
	"position" integer NOT NULL,
	"is_former" boolean DEFAULT false NOT NULL,
	CONSTRAINT "post_tags_post_id_tag_pk" PRIMARY KEY("post_id","tag")
);
--> statement-breakpoint
CREATE TABLE "preview_links" (
	"id_hash" text collate "C" PRIMARY KEY NOT NULL,
	"document_id" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "redirects" (
	"from" text collate "C" PRIMARY KEY NOT NULL,
	"post_id" text collate "C" NOT NULL,
	"status" integer DEFAULT 301 NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "referrers" (
	"day" integer NOT NULL,
	"host" text collate "C" NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "referrers_day_host_pk" PRIMARY KEY("day","host")
);
--> statement-breakpoint
CREATE TABLE "revisions" (
	"document_id" text collate "C" NOT NULL,
	"number" integer NOT NULL,
	"kind" text collate "C" DEFAULT 'auto' NOT NULL,
	"name" text collate "C" DEFAULT '' NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"removed" integer DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL,
	"title" text collate "C" NOT NULL,
	"meta" text collate "C" NOT NULL,
	"content" text collate "C" NOT NULL,
	CONSTRAINT "revisions_document_id_number_pk" PRIMARY KEY("document_id","number")
);
--> statement-breakpoint
CREATE TABLE "series" (
	"slug" text collate "C" PRIMARY KEY NOT NULL,
	"title" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "series_posts" (
	"post_id" text collate "C" NOT NULL,
	"series" text collate "C" NOT NULL,
	"position" integer NOT NULL,
	"is_former" boolean DEFAULT false NOT NULL,
	CONSTRAINT "series_posts_post_id_series_pk" PRIMARY KEY("post_id","series")
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"slug" text collate "C" PRIMARY KEY NOT NULL,
	"label" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "views" (
	"day" integer NOT NULL,
	"post_id" text collate "C" NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "views_day_post_id_pk" PRIMARY KEY("day","post_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "bio" text collate "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "links" text collate "C" DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "overview_seen_at" bigint;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "alt" text collate "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "guid" text collate "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "is_featured" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "noindex" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "seo" text collate "C" DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "hidden_comments" ADD CONSTRAINT "hidden_comments_post_id_hidden_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."hidden_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hidden_comments" ADD CONSTRAINT "hidden_comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hidden_likes" ADD CONSTRAINT "hidden_likes_comment_id_hidden_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."hidden_comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hidden_likes" ADD CONSTRAINT "hidden_likes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_tags" ADD CONSTRAINT "post_tags_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preview_links" ADD CONSTRAINT "preview_links_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preview_links" ADD CONSTRAINT "preview_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_posts" ADD CONSTRAINT "series_posts_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_updated" ON "documents" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "documents_status_updated" ON "documents" USING btree ("status","updated_at");--> statement-breakpoint
CREATE INDEX "documents_user_updated" ON "documents" USING btree ("user_id","updated_at");--> statement-breakpoint
CREATE INDEX "documents_scheduled" ON "documents" USING btree ("scheduled_at") WHERE scheduled_at is not null;--> statement-breakpoint
CREATE INDEX "documents_trashed" ON "documents" USING btree ("trashed_at") WHERE trashed_at is not null;--> statement-breakpoint
CREATE INDEX "hidden_comments_post" ON "hidden_comments" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "hidden_comments_user" ON "hidden_comments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "hidden_likes_user" ON "hidden_likes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "post_tags_tag" ON "post_tags" USING btree ("tag","post_id");--> statement-breakpoint
CREATE INDEX "preview_links_document" ON "preview_links" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "preview_links_expiry" ON "preview_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "redirects_post" ON "redirects" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "series_posts_series" ON "series_posts" USING btree ("series","position");--> statement-breakpoint
CREATE INDEX "views_post" ON "views" USING btree ("post_id","day");--> statement-breakpoint
CREATE INDEX "posts_featured" ON "posts" USING btree ("is_featured","created_at") WHERE is_featured;--> statement-breakpoint
-- Each post that there already is gets its document.
INSERT INTO documents (id, user_id, status, title, slug, category, image, revision, published_revision,
	published_at, created_at, updated_at, image_alt, text, content)
SELECT id, user_id, 'published', title, slug, category, image, 1, 1, created_at, created_at, updated_at, image_alt, text, content
FROM posts ORDER BY seq;
