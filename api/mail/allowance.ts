import { createHash } from 'node:crypto';
import type { Db } from '../../db/client.ts';
import { createLimiter } from '../ratelimit/limiter.ts';
import type { Services } from '../services.ts';
import type { MailKind } from './texts/texts.ts';

const KEY_LENGTH = 22;

/**
 * Counts a requested mail. Returns false if the recipient recently got too many of this kind:
 * nothing is sent, but the answer is the same, so it doesn't reveal who has an account.
 */
export async function allowsMail(
  tx: Db,
  services: Pick<Services, 'database' | 'now' | 'limits' | 'env'>,
  { kind, to }: { kind: MailKind; to: string },
): Promise<boolean> {
  // Hashed: text typed into a form doesn't belong in a table of counters.
  const recipient = createHash('sha256').update(to).digest('base64url').slice(0, KEY_LENGTH);
  for (const name of ['mail', 'mailDay'] as const) {
    const limiter = createLimiter(services, name);
    const { points } = await limiter.add(tx, `${kind}:${recipient}`);
    if (points > limiter.limit.points) return false;
  }
  return true;
}
