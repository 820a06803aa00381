CREATE INDEX `documents_user_list` ON `documents` (`user_id`,`updated_at`,`seq`,`status`);--> statement-breakpoint
CREATE INDEX `documents_category_list` ON `documents` (`category`,`updated_at`,`seq`,`status`);--> statement-breakpoint
DROP INDEX `documents_user_updated`;