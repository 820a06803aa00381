import type { Db } from '../../db/client.ts';
import { insertMail } from '../../db/queries/mail.ts';
import type { Services } from '../services.ts';
import { laneOf, type MailKind, type MailPayloads } from './texts/texts.ts';

interface Outgoing<Kind extends MailKind> {
  kind: Kind;
  to: string;
  payload: MailPayloads[Kind];
  /** Only one mail with this key is queued. */
  dedupeKey?: string;
}

/**
 * Queues a mail in the transaction that causes it: it's sent only if that commits. Does nothing if
 * the site sends no mail.
 */
export async function queueMail<Kind extends MailKind>(
  tx: Db,
  { env, now, mailer }: Pick<Services, 'env' | 'now' | 'mailer'>,
  { kind, to, payload, dedupeKey }: Outgoing<Kind>,
): Promise<void> {
  if (env.mail === undefined) return;
  await insertMail(tx, {
    kind,
    to,
    payload: JSON.stringify(payload),
    lane: laneOf(kind),
    createdAt: now(),
    dedupeKey,
  });
  mailer?.wake();
}
