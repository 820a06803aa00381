import { z } from 'zod';
import {
  type AuditFilter,
  type AuditRow,
  countAudit,
  findAuditNames,
  findAuditPages,
  listAccountEvents,
  listAudit,
} from '../../db/queries/audit.ts';
import type { AuditEntry, AuditList } from '../contract/audit.ts';
import { choice, given, paging } from '../http/paging.ts';
import type { Services } from '../services.ts';

const MAX_VALUE_LENGTH = 100;
/** Number of recent events in a profile. */
const EVENTS = 20;

const value = (name: string) =>
  given.refine(
    (text) => (text?.length ?? 0) <= MAX_VALUE_LENGTH,
    `${name} must have at most ${MAX_VALUE_LENGTH} characters.`,
  );

/** `format=csv` returns all matches, not one page. */
export const auditQuery = z.object({
  ...paging(),
  actor: value('actor'),
  action: value('action'),
  subject: value('subject'),
  format: choice('format', ['csv', 'json']),
});

export async function listEntries(
  { database: { read: db } }: Pick<Services, 'database'>,
  { startIndex, limit, ...filter }: AuditFilter & { startIndex: number; limit: number },
): Promise<AuditList> {
  const [rows, total] = await Promise.all([
    listAudit(db, { startIndex, limit }, filter),
    countAudit(db, filter),
  ]);
  const ids = [...new Set(rows.flatMap(({ actor, subject }) => [actor, subject]))];
  const [names, pages] = await Promise.all([findAuditNames(db, ids), findAuditPages(db, ids)]);
  return { entries: rows.map(toEntry), total, names, pages };
}

/**
 * Returns the latest events of the user's account, newest first. Users don't see who else acted, or
 * from where.
 */
export async function listEvents(
  { database }: Pick<Services, 'database'>,
  userId: string,
): Promise<AuditEntry[]> {
  const rows = await listAccountEvents(database.read, userId, EVENTS);
  return rows.map((row) => {
    const entry = toEntry(row);
    if ([userId, 'system'].includes(row.actor)) return entry;
    return { ...entry, actor: 'administrator', address: '' };
  });
}

function toEntry({ id, at, actor, action, subject, address, details }: AuditRow): AuditEntry {
  const facts = JSON.parse(details);
  return { _id: id, at: at.toISOString(), actor, action, subject, address, details: facts };
}
