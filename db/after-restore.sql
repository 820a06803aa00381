-- Run it on a restored database before its first start. SQLite: `npm run restore` does it.
-- PostgreSQL: psql "$DATABASE_URL" --file=db/after-restore.sql (docs/backup.md). One statement per
-- line, for both.

-- Sessions, links and challenges that ended or were used after the backup would be valid again.
delete from sessions;
delete from sign_in_flows;
delete from challenges;
delete from tokens;
delete from sign_in_links;
delete from invitations;
delete from preview_links;
-- Keep `devices`: without them, a thief's browser could be the first one known to an account.
-- Mail sent after the backup would be sent again.
delete from mail where state = 'queued';
update notifications set mail_at = null where mail_at is not null;
delete from rate_limits;

-- A start would wait for the processes of these rows, which no longer run.
delete from nodes;
delete from leases;
delete from jobs;
-- The files of these backups may be elsewhere, and a request for one was meant for the old site.
delete from settings where key like 'backup:%';
delete from settings where key like 'export:%';
-- No backup has the files of an import.
delete from settings where key like 'import:%';

-- A new feed id makes all nodes render everything.
update feed set id = cast(random() as text);
