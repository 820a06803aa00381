CREATE TABLE "invitations" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"id_hash" text collate "C" NOT NULL,
	"email" text collate "C" NOT NULL,
	"role" text collate "C" NOT NULL,
	"message" text collate "C" DEFAULT '' NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"is_mailed" boolean DEFAULT false NOT NULL,
	"used_at" bigint,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "invitations_id_hash_unique" UNIQUE("id_hash"),
	CONSTRAINT "invitations_email_unique" UNIQUE("email")
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitations_user" ON "invitations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "invitations_expiry" ON "invitations" USING btree ("expires_at");