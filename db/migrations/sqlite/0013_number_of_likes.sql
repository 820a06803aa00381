ALTER TABLE `comments` ADD `number_of_likes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE comments SET number_of_likes = counted.number
FROM (SELECT comment_id, count(*) AS number FROM likes GROUP BY comment_id) AS counted
WHERE comments.id = counted.comment_id;--> statement-breakpoint
CREATE TRIGGER `likes_insert` AFTER INSERT ON `likes` BEGIN
  UPDATE comments SET number_of_likes = number_of_likes + 1 WHERE id = new.comment_id;
END;
--> statement-breakpoint
CREATE TRIGGER `likes_delete` AFTER DELETE ON `likes` BEGIN
  UPDATE comments SET number_of_likes = number_of_likes - 1 WHERE id = old.comment_id;
END;
--> statement-breakpoint
CREATE INDEX `comments_likes` ON `comments` (`number_of_likes`,`created_at`,`seq`);
