CREATE TABLE `picture_uses` (
	`picture` text NOT NULL,
	`kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`number` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`owner_id`, `kind`, `number`, `picture`)
);
--> statement-breakpoint
CREATE INDEX `picture_uses_picture` ON `picture_uses` (`picture`,`owner_id`,`kind`);--> statement-breakpoint
CREATE INDEX `pictures_created` ON `pictures` (`created_at`);--> statement-breakpoint
-- Nothing that is deleted uses a picture.
CREATE TRIGGER `picture_uses_of_posts` AFTER DELETE ON `posts` BEGIN
  DELETE FROM picture_uses WHERE owner_id = old.id AND kind = 'post';
END;
--> statement-breakpoint
CREATE TRIGGER `picture_uses_of_documents` AFTER DELETE ON `documents` BEGIN
  DELETE FROM picture_uses WHERE owner_id = old.id AND kind = 'draft';
END;
--> statement-breakpoint
CREATE TRIGGER `picture_uses_of_hidden_posts` AFTER DELETE ON `hidden_posts` BEGIN
  DELETE FROM picture_uses WHERE owner_id = old.id AND kind = 'hidden';
END;
--> statement-breakpoint
CREATE TRIGGER `picture_uses_of_users` AFTER DELETE ON `users` BEGIN
  DELETE FROM picture_uses WHERE owner_id = old.id AND kind = 'profile';
END;
--> statement-breakpoint
CREATE TRIGGER `picture_uses_of_revisions` AFTER DELETE ON `revisions` BEGIN
  DELETE FROM picture_uses
  WHERE owner_id = old.document_id AND kind = 'version' AND number = old.number;
END;
--> statement-breakpoint
-- An empty database has no uses to be found (api/media/fill-uses.ts).
INSERT INTO settings (key, value) SELECT 'picture-uses', 'done'
WHERE NOT EXISTS (SELECT 1 FROM posts) AND NOT EXISTS (SELECT 1 FROM documents) AND NOT EXISTS (SELECT 1 FROM users);
