CREATE TABLE "picture_uses" (
	"picture" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	"owner_id" text collate "C" NOT NULL,
	"number" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "picture_uses_owner_id_kind_number_picture_pk" PRIMARY KEY("owner_id","kind","number","picture")
);
--> statement-breakpoint
CREATE INDEX "picture_uses_picture" ON "picture_uses" USING btree ("picture","owner_id","kind");--> statement-breakpoint
CREATE INDEX "pictures_created" ON "pictures" USING btree ("created_at");--> statement-breakpoint
-- Nothing that is deleted uses a picture.
CREATE FUNCTION delete_picture_uses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM picture_uses WHERE owner_id = old.id AND kind = tg_argv[0];
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION delete_picture_uses_of_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM picture_uses
  WHERE owner_id = old.document_id AND kind = 'version' AND number = old.number;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER picture_uses_of_posts AFTER DELETE ON posts
  FOR EACH ROW EXECUTE FUNCTION delete_picture_uses('post');
--> statement-breakpoint
CREATE TRIGGER picture_uses_of_documents AFTER DELETE ON documents
  FOR EACH ROW EXECUTE FUNCTION delete_picture_uses('draft');
--> statement-breakpoint
CREATE TRIGGER picture_uses_of_hidden_posts AFTER DELETE ON hidden_posts
  FOR EACH ROW EXECUTE FUNCTION delete_picture_uses('hidden');
--> statement-breakpoint
CREATE TRIGGER picture_uses_of_users AFTER DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION delete_picture_uses('profile');
--> statement-breakpoint
CREATE TRIGGER picture_uses_of_revisions AFTER DELETE ON revisions
  FOR EACH ROW EXECUTE FUNCTION delete_picture_uses_of_revision();
--> statement-breakpoint
-- An empty database has no uses to be found (api/media/fill-uses.ts).
INSERT INTO settings (key, value) SELECT 'picture-uses', 'done'
WHERE NOT EXISTS (SELECT 1 FROM posts) AND NOT EXISTS (SELECT 1 FROM documents) AND NOT EXISTS (SELECT 1 FROM users);
