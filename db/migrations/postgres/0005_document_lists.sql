CREATE INDEX "documents_user_list" ON "documents" USING btree ("user_id","updated_at","seq","status");--> statement-breakpoint
CREATE INDEX "documents_category_list" ON "documents" USING btree ("category","updated_at","seq","status");--> statement-breakpoint
DROP INDEX "documents_user_updated";