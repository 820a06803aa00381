import type { Db } from '../../db/client.ts';
import { type AuditEntry, recordAudit } from '../../db/queries/audit.ts';
import type { Caller } from '../access/write.ts';
import type { Services } from '../services.ts';

/** Records an action of a signed-in user, in its transaction. */
export async function auditAs(
  tx: Db,
  { now }: Pick<Services, 'now'>,
  { user, client }: Pick<Caller, 'user' | 'client'>,
  entry: Pick<AuditEntry, 'action' | 'subject' | 'details'>,
): Promise<void> {
  await recordAudit(tx, { ...entry, ...actorOf({ user, client }), at: now() });
}

/** Returns the caller as the audit log names them. */
export function actorOf({ user, client }: Pick<Caller, 'user' | 'client'>): Actor {
  return { actor: user.id, address: client.address };
}

export type Actor = Pick<AuditEntry, 'actor' | 'address'>;
