CREATE TABLE "comment_follows" (
	"post_id" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"follows" boolean NOT NULL,
	CONSTRAINT "comment_follows_post_id_user_id_pk" PRIMARY KEY("post_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "comment_reports" (
	"comment_id" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"reason" text collate "C" NOT NULL,
	"note" text collate "C" DEFAULT '' NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "comment_reports_comment_id_user_id_pk" PRIMARY KEY("comment_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "comment_versions" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"comment_id" text collate "C" NOT NULL,
	"content" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"id" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	"actor_id" text collate "C",
	"comment_id" text collate "C" NOT NULL,
	"post_id" text collate "C" NOT NULL,
	"note" text collate "C" DEFAULT '' NOT NULL,
	"created_at" bigint NOT NULL,
	"read_at" bigint,
	"mail_at" bigint,
	CONSTRAINT "notifications_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "sign_in_links" (
	"id_hash" text collate "C" PRIMARY KEY NOT NULL,
	"email" text collate "C" NOT NULL,
	"next" text collate "C" DEFAULT '' NOT NULL,
	"used_at" bigint,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
DROP VIEW "public"."visible_comments";--> statement-breakpoint
DROP VIEW "public"."public_posts";--> statement-breakpoint
ALTER TABLE "comments" DROP CONSTRAINT "comments_length";--> statement-breakpoint
DROP INDEX "comments_post_created";--> statement-breakpoint
DROP INDEX "mail_due";--> statement-breakpoint
ALTER TABLE "comments" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_trusted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "notify" text collate "C" DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "parent_id" text collate "C";--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "thread_id" text collate "C";--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "state" text collate "C" DEFAULT 'visible' NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "state_at" bigint;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "reasons" text collate "C" DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "comments_closed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "lane" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "comment_follows" ADD CONSTRAINT "comment_follows_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_follows" ADD CONSTRAINT "comment_follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reports" ADD CONSTRAINT "comment_reports_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reports" ADD CONSTRAINT "comment_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_versions" ADD CONSTRAINT "comment_versions_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comment_follows_user" ON "comment_follows" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "comment_reports_user" ON "comment_reports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "comment_versions_comment" ON "comment_versions" USING btree ("comment_id","seq");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","seq");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notifications_mail" ON "notifications" USING btree ("mail_at") WHERE mail_at is not null;--> statement-breakpoint
CREATE INDEX "notifications_comment" ON "notifications" USING btree ("comment_id");--> statement-breakpoint
CREATE INDEX "notifications_post" ON "notifications" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "notifications_actor" ON "notifications" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "sign_in_links_email" ON "sign_in_links" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "sign_in_links_expiry" ON "sign_in_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "comments_thread" ON "comments" USING btree ("thread_id","state","created_at");--> statement-breakpoint
CREATE INDEX "comments_top" ON "comments" USING btree ("post_id","created_at") WHERE thread_id is null;--> statement-breakpoint
CREATE INDEX "comments_top_likes" ON "comments" USING btree ("post_id","number_of_likes","created_at") WHERE thread_id is null;--> statement-breakpoint
CREATE INDEX "comments_not_visible" ON "comments" USING btree ("state","state_at") WHERE state <> 'visible';--> statement-breakpoint
CREATE INDEX "comments_post_created" ON "comments" USING btree ("post_id","state","created_at");--> statement-breakpoint
CREATE INDEX "mail_due" ON "mail" USING btree ("state","lane","not_before");--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_length" CHECK (length("comments"."content") <= 65536 and ("comments"."content" <> '' or "comments"."state" = 'erased'));--> statement-breakpoint
CREATE VIEW "public"."moderated_comments" AS (select "comments"."seq", "comments"."id", "comments"."post_id", "comments"."user_id", "comments"."content", "comments"."number_of_likes", "comments"."created_at", "comments"."updated_at", "comments"."parent_id", "comments"."thread_id", "comments"."state", "comments"."state_at", "comments"."reasons" from "comments" inner join "posts" on "posts"."id" = "comments"."post_id" where ("posts"."hidden_at" is null and "comments"."state" <> 'erased'));--> statement-breakpoint
CREATE VIEW "public"."visible_threads" AS (select "comments"."seq", "comments"."id", "comments"."post_id", "comments"."created_at", "comments"."number_of_likes" from "comments" inner join "posts" on "posts"."id" = "comments"."post_id" where ("posts"."hidden_at" is null and "comments"."thread_id" is null and ("comments"."state" = 'visible' or exists (select 1 from "comments" as reply
    where reply.thread_id = "comments"."id" and reply.state = 'visible'))));--> statement-breakpoint
CREATE VIEW "public"."visible_comments" AS (select "comments"."seq", "comments"."id", "comments"."post_id", "comments"."user_id", "comments"."content", "comments"."number_of_likes", "comments"."created_at", "comments"."updated_at", "comments"."parent_id", "comments"."thread_id", "comments"."state", "comments"."state_at", "comments"."reasons" from "comments" inner join "posts" on "posts"."id" = "comments"."post_id" where ("posts"."hidden_at" is null and "comments"."state" = 'visible'));--> statement-breakpoint
CREATE VIEW "public"."public_posts" AS (select "seq", "id", "user_id", "title", "slug", "category", "image", "is_demo", "version", "created_at", "updated_at", "guid", "is_featured", "noindex", "text", "content", "image_alt", "image_focus", "language", "seo", "comments_closed" from "posts" where "posts"."hidden_at" is null);