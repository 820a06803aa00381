CREATE TABLE "categories" (
	"slug" text collate "C" PRIMARY KEY NOT NULL,
	"label" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"action" text collate "C" NOT NULL,
	"post_id" text collate "C" NOT NULL,
	"slug" text collate "C" NOT NULL,
	"at" bigint NOT NULL,
	"is_bulk" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"id" text collate "C" NOT NULL,
	"post_id" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"content" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "comments_id_unique" UNIQUE("id"),
	CONSTRAINT "comments_length" CHECK (length("comments"."content") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id_hash" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"expires_at" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "devices_id_hash_user_id_pk" PRIMARY KEY("id_hash","user_id")
);
--> statement-breakpoint
CREATE TABLE "feed" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL
);
--> statement-breakpoint
INSERT INTO "feed" VALUES (substr(md5(random()::text || clock_timestamp()::text), 1, 24), 0);
--> statement-breakpoint
CREATE TABLE "identities" (
	"issuer" text collate "C" NOT NULL,
	"subject" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"kind" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"task" text collate "C" NOT NULL,
	"result" text collate "C",
	"taken_until" bigint,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "leases" (
	"name" text collate "C" PRIMARY KEY NOT NULL,
	"holder" text collate "C" NOT NULL,
	"token" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "likes" (
	"comment_id" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "likes_comment_id_user_id_pk" PRIMARY KEY("comment_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "nodes" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"role" text collate "C" NOT NULL,
	"release" text collate "C" NOT NULL,
	"cursor" bigint NOT NULL,
	"failed" integer NOT NULL,
	"heartbeat" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"url" text collate "C" PRIMARY KEY NOT NULL,
	"user_id" text collate "C",
	"kind" text collate "C" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"stored_bytes" bigint DEFAULT 0 NOT NULL,
	"widths" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "post_words" (
	"post_seq" bigint PRIMARY KEY NOT NULL,
	"words" tsvector NOT NULL
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"id" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"title" text collate "C" NOT NULL,
	"slug" text collate "C" NOT NULL,
	"category" text collate "C" DEFAULT 'uncategorized' NOT NULL,
	"image" text collate "C" DEFAULT '' NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"text" text collate "C" NOT NULL,
	"content" text collate "C" NOT NULL,
	"image_alt" text collate "C" DEFAULT '' NOT NULL,
	CONSTRAINT "posts_id_unique" UNIQUE("id"),
	CONSTRAINT "posts_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text collate "C" PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expires_at" bigint
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text collate "C" PRIMARY KEY NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"expires_at" bigint NOT NULL,
	"proven_at" bigint DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text collate "C" PRIMARY KEY NOT NULL,
	"value" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_flows" (
	"id_hash" text collate "C" PRIMARY KEY NOT NULL,
	"attempt" text collate "C" NOT NULL,
	"identity" text collate "C",
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"id" text collate "C" NOT NULL,
	"username" text collate "C" NOT NULL,
	"username_key" text collate "C" NOT NULL,
	"email" text collate "C" NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"password_hash" text collate "C",
	"profile_picture" text collate "C" NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "users_id_unique" UNIQUE("id"),
	CONSTRAINT "users_username_key_unique" UNIQUE("username_key"),
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes" ADD CONSTRAINT "likes_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes" ADD CONSTRAINT "likes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_words" ADD CONSTRAINT "post_words_post_seq_posts_seq_fk" FOREIGN KEY ("post_seq") REFERENCES "public"."posts"("seq") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "changes_post" ON "changes" USING btree ("post_id","seq");--> statement-breakpoint
CREATE INDEX "changes_at" ON "changes" USING btree ("at");--> statement-breakpoint
CREATE INDEX "comments_post_created" ON "comments" USING btree ("post_id","created_at");--> statement-breakpoint
CREATE INDEX "comments_user_created" ON "comments" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "comments_created" ON "comments" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "devices_user" ON "devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "devices_expiry" ON "devices" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "identities_user" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "jobs_created" ON "jobs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "jobs_user" ON "jobs" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "likes_user" ON "likes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pictures_user" ON "pictures" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "post_words_words" ON "post_words" USING gin ("words");--> statement-breakpoint
CREATE INDEX "posts_created" ON "posts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "posts_category_created" ON "posts" USING btree ("category","created_at");--> statement-breakpoint
CREATE INDEX "posts_user_created" ON "posts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "posts_user_category" ON "posts" USING btree ("user_id","category","created_at");--> statement-breakpoint
CREATE INDEX "posts_updated" ON "posts" USING btree ("updated_at","category","user_id");--> statement-breakpoint
CREATE INDEX "posts_title" ON "posts" USING btree (lower("title"),"category","user_id");--> statement-breakpoint
CREATE INDEX "rate_limits_expiry" ON "rate_limits" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_flows_expiry" ON "sign_in_flows" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "users_admin" ON "users" USING btree ("is_admin");