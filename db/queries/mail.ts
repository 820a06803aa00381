import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  lt,
  lte,
  ne,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import type { Db } from '../client.ts';
import { invitations, mail, signInLinks, tokens, users } from '../schema.ts';
import { prepared } from './query.ts';

export type MailRow = typeof mail.$inferSelect;
export type NewMail = Pick<
  typeof mail.$inferInsert,
  'kind' | 'to' | 'payload' | 'lane' | 'createdAt'
> & {
  /** Only one mail with this key is queued. */
  dedupeKey?: string | undefined;
};

/** Adds a mail to the queue. Does nothing if there is already one with its `dedupeKey`. */
export async function insertMail(tx: Db, row: NewMail): Promise<void> {
  await tx
    .insert(mail)
    .values({ ...row, notBefore: row.createdAt })
    .onConflictDoNothing();
}

const due = prepared((db) =>
  db
    .select()
    .from(mail)
    .where(
      and(
        eq(mail.state, 'queued'),
        eq(mail.lane, sql.placeholder('lane')),
        lte(mail.notBefore, sql.placeholder('now')),
      ),
    )
    .orderBy(asc(mail.notBefore))
    .limit(1),
);

/** Returns the mail of a lane that has been due longest, or `undefined` if none is due. */
export async function findDueMail(db: Db, lane: number, now: Date): Promise<MailRow | undefined> {
  const [row] = await due(db, { lane, now: now.getTime() });
  return row;
}

export async function deleteMail(tx: Db, id: string): Promise<void> {
  await tx.delete(mail).where(eq(mail.id, id));
}

export async function makeMailDue(tx: Db, now: Date): Promise<void> {
  await tx.update(mail).set({ notBefore: now }).where(eq(mail.state, 'queued'));
}

/** Records that a mail was sent, and erases its content. */
export async function markMailSent(tx: Db, id: string, sentAt: Date): Promise<void> {
  await tx
    .update(mail)
    .set({ state: 'sent', payload: '', sentAt, error: null, attempts: sql`${mail.attempts} + 1` })
    .where(eq(mail.id, id));
}

/** Records a failed attempt. `notBefore` is the time of the next one, or `null` to give up. */
export async function markMailFailed(
  tx: Db,
  id: string,
  { error, notBefore }: { error: string; notBefore: Date | null },
): Promise<void> {
  const next = notBefore ? { notBefore } : { state: 'failed' as const, payload: '' };
  await tx
    .update(mail)
    .set({ ...next, error, attempts: sql`${mail.attempts} + 1` })
    .where(eq(mail.id, id));
}

export async function deleteMailBefore(tx: Db, before: Date): Promise<void> {
  await tx.delete(mail).where(and(lt(mail.createdAt, before)));
}

/** Mail with a link that stops working when the account is deleted. */
const LINK_KINDS = [
  'reset-password',
  'verify-email',
  'confirm-new-email',
  'sign-in-link',
  'invitation',
];

/**
 * Deletes mail to addresses without an account, for example after an account was deleted. Queued
 * notices stay until they're sent, because another person may have deleted the account. `to` limits
 * it to these addresses.
 */
export async function deleteStrayMail(tx: Db, to?: string[]): Promise<void> {
  const isDone = or(ne(mail.state, 'queued'), inArray(mail.kind, LINK_KINDS));
  const pending = tx
    .select({ to: sql`${users.pendingEmail}` })
    .from(users)
    .where(isNotNull(users.pendingEmail));
  const isStray = [
    notInArray(mail.to, tx.select({ to: users.email }).from(users)),
    notInArray(mail.to, pending),
    // Former addresses, while the change can still be undone.
    notInArray(mail.to, tx.select({ to: tokens.email }).from(tokens)),
    // The account may not exist yet.
    notInArray(mail.to, tx.select({ to: signInLinks.email }).from(signInLinks)),
    notInArray(mail.to, tx.select({ to: invitations.email }).from(invitations)),
  ];
  await tx.delete(mail).where(and(to && inArray(mail.to, to), isDone, ...isStray));
}

/** Counts the mails in each state. */
export async function countMail(db: Db): Promise<Record<MailRow['state'], number>> {
  const rows = await db
    .select({ state: mail.state, count: sql<number>`count(*)`.mapWith(Number) })
    .from(mail)
    .groupBy(mail.state);
  return {
    queued: 0,
    sent: 0,
    failed: 0,
    ...Object.fromEntries(rows.map((r) => [r.state, r.count])),
  };
}

/** Counts messages whose last attempt failed. */
export async function countFailingMail(db: Db): Promise<number> {
  return await db.$count(mail, isNotNull(mail.error));
}

/** Returns the newest mails, or only those whose last attempt failed. */
export async function listMail(
  db: Db,
  { limit, onlyErrors = false }: { limit: number; onlyErrors?: boolean },
): Promise<Omit<MailRow, 'payload'>[]> {
  const { payload: _, ...columns } = getTableColumns(mail);
  return await db
    .select(columns)
    .from(mail)
    .where(onlyErrors ? isNotNull(mail.error) : undefined)
    .orderBy(desc(mail.createdAt))
    .limit(limit);
}
