-- Runs on a restored database before its first start. SQLite: `npm run restore` does. PostgreSQL:
-- psql "$DATABASE_URL" --file=db/after-restore.sql (docs/backup.md). One statement a line, for
-- both.

-- A session, link or challenge that ended or was used after the backup would be valid again.
delete from sessions;
delete from sign_in_flows;
delete from challenges;
delete from tokens;
delete from preview_links;
-- `devices` stay: without them, a thief's browser could be the first that an account knows.
-- Mail that was sent after the backup would be sent again.
delete from mail where state = 'queued';
delete from rate_limits;

-- Rows of processes that no longer run. A start would wait for them.
delete from nodes;
delete from leases;
delete from jobs;
-- Nodes that follow the feed of changes see a new one, and render everything.
update feed set id = cast(random() as text);
