import { and, desc, eq, gte, inArray, lt, or, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Db } from '../client.ts';
import { audit, documents, published, users } from '../schema.ts';
import { BATCH_SIZE, type Page } from './query.ts';

export type AuditRow = typeof audit.$inferSelect;

/** Rows per statement: SQLite allows 32,766 values. */
const ROWS_AT_ONCE = 1_000;
/** Rows per `delete`, so other writes get a turn. */
const MOST_DELETED = 5_000;

/** An action to record. */
export interface AuditEntry {
  /** Id of the user, or `system` for a command in the terminal or the server itself. */
  actor: string;
  /** Group and verb: `user.role`. */
  action: `${string}.${string}`;
  /** Id of what was changed. */
  subject?: string;
  /** The client's address. */
  address?: string;
  /**
   * Further facts, such as old and new values. No secrets, names, emails or titles: deleted data
   * must not stay here.
   */
  details?: Record<string, unknown>;
  at?: Date;
}

/** Appends to the audit log, in the transaction of the change. */
export async function recordAudit(tx: Db, entries: AuditEntry | AuditEntry[]): Promise<void> {
  const rows = [entries].flat().map((entry) => ({
    at: entry.at ?? new Date(),
    actor: entry.actor,
    action: entry.action,
    subject: entry.subject ?? '',
    address: entry.address ?? '',
    details: JSON.stringify(entry.details ?? {}),
  }));
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await tx.insert(audit).values(rows.slice(from, from + ROWS_AT_ONCE));
  }
}

/** A value matches exactly; with a dot at its end, it matches its whole group. */
export interface AuditFilter {
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
}

function matching({ actor, action, subject }: AuditFilter): SQL | undefined {
  return and(
    matches(audit.actor, actor),
    matches(audit.action, action),
    matches(audit.subject, subject),
  );
}

function matches(column: SQLiteColumn, value: string | undefined): SQL | undefined {
  if (!value) return undefined;
  if (!value.endsWith('.')) return eq(column, value);
  // A range, to use the indexes. The character after `.` is `/`.
  return and(gte(column, value), lt(column, `${value.slice(0, -1)}/`));
}

/** Returns the entries that match a filter, newest first. */
export async function listAudit(db: Db, page: Page, filter: AuditFilter): Promise<AuditRow[]> {
  return await db
    .select()
    .from(audit)
    .where(matching(filter))
    .orderBy(desc(audit.seq))
    .limit(page.limit)
    .offset(page.startIndex);
}

export async function countAudit(db: Db, filter: AuditFilter): Promise<number> {
  return await db.$count(audit, matching(filter));
}

/** Returns up to `BATCH_SIZE` matching entries, older than row number `before` if it's given. */
export async function nextAudit(db: Db, filter: AuditFilter, before?: number): Promise<AuditRow[]> {
  const older = before === undefined ? undefined : lt(audit.seq, before);
  return await db
    .select()
    .from(audit)
    .where(and(matching(filter), older))
    .orderBy(desc(audit.seq))
    .limit(BATCH_SIZE);
}

/** Returns events of a user's account, and what the user did to other accounts, newest first. */
export async function listAccountEvents(
  db: Db,
  userId: string,
  limit: number,
): Promise<AuditRow[]> {
  const groups = ['user.', 'session.', 'passkey.', 'identity.', 'totp.', 'recovery-codes.'];
  return await db
    .select()
    .from(audit)
    .where(
      and(eq(audit.subject, userId), or(...groups.map((group) => matches(audit.action, group)))),
    )
    .orderBy(desc(audit.seq))
    .limit(limit);
}

/** Returns the current names of these ids: usernames, and titles of posts and pages. */
export async function findAuditNames(db: Db, ids: string[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {};
  const [people, titles] = await Promise.all([
    db.select({ id: users.id, name: users.username }).from(users).where(inArray(users.id, ids)),
    db
      .select({ id: published.id, name: published.title })
      .from(published)
      .where(inArray(published.id, ids)),
  ]);
  return Object.fromEntries([...titles, ...people].map(({ id, name }) => [id, name]));
}

/** Returns which of these ids are pages. */
export async function findAuditPages(db: Db, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { id, kind } = documents;
  const rows = await db
    .select({ id })
    .from(documents)
    .where(and(inArray(id, ids), eq(kind, 'page')));
  return rows.map((row) => row.id);
}

/** Deletes some of the entries older than `at`. Returns whether there may be more. */
export async function deleteAuditBefore(tx: Db, at: Date): Promise<boolean> {
  const old = tx.select({ seq: audit.seq }).from(audit).where(lt(audit.at, at)).limit(MOST_DELETED);
  const rows = await tx.delete(audit).where(inArray(audit.seq, old)).returning({ seq: audit.seq });
  return rows.length === MOST_DELETED;
}
