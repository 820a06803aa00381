ALTER TABLE "comments" ADD COLUMN "number_of_likes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Per statement, because moving a comment moves all of its likes at once. The comments are locked in order,
-- so that two of these triggers can't deadlock. With their ids in a variable, a plan that was made for many
-- likes is also right for one.
CREATE FUNCTION count_likes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids text[] := array(SELECT DISTINCT comment_id FROM changed);
BEGIN
  PERFORM 1 FROM comments WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  UPDATE comments
  SET number_of_likes = number_of_likes + counted.number * CASE tg_op WHEN 'INSERT' THEN 1 ELSE -1 END
  FROM (SELECT comment_id, count(*) AS number FROM changed GROUP BY comment_id) AS counted
  WHERE comments.id = counted.comment_id AND comments.id = ANY (ids);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER likes_insert AFTER INSERT ON likes REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_likes();
--> statement-breakpoint
CREATE TRIGGER likes_delete AFTER DELETE ON likes REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_likes();
--> statement-breakpoint
-- After the triggers: creating them keeps others from writing likes until the commit.
UPDATE comments SET number_of_likes = counted.number
FROM (SELECT comment_id, count(*) AS number FROM likes GROUP BY comment_id) AS counted
WHERE comments.id = counted.comment_id;--> statement-breakpoint
CREATE INDEX "comments_likes" ON "comments" USING btree ("number_of_likes","created_at","seq");
