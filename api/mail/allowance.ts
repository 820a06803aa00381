import { createHash } from 'node:crypto';
import type { Db } from '../../db/client.ts';
import { createLimiter } from '../ratelimit/limiter.ts';
import type { Services } from '../services.ts';
import type { MailKind } from './texts/texts.ts';

const KEY_LENGTH = 22;

/**
 * Counts a mail that someone asked for. Returns false when the recipient got enough of this kind
 * lately: then nothing is sent, and the answer is the same, or it would reveal who has an account.
 */
export async function allowsMail(
  tx: Db,
  services: Pick<Services, 'database' | 'now' | 'limits' | 'env'>,
  { kind, to }: { kind: MailKind; to: string },
): Promise<boolean> {
  // A hash: what people type into a form doesn't belong in a table of counters.
  const recipient = createHash('sha256').update(to).digest('base64url').slice(0, KEY_LENGTH);
  for (const name of ['mail', 'mailDay'] as const) {
    const limiter = createLimiter(services, name);
    const { points } = await limiter.add(tx, `${kind}:${recipient}`);
    if (points > limiter.limit.points) return false;
  }
  return true;
}
