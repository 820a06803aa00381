import { z } from 'zod';
import { findUserById } from '../../db/queries/users.ts';
import type { TokenInfo } from '../contract/users.ts';
import type { Services } from '../services.ts';
import { checkToken, countWrongTokens } from '../tokens/redeem.ts';
import { hasProvenEmail } from '../users/require-verified.ts';
import { listAddedMethods } from './added-methods.ts';

const token = z.string('Token must be text.').min(1, 'The link is incomplete.');

export const tokenInput = z.object({ token });

export const checkTokenInput = z.object({
  kind: z.enum(['reset-password', 'verify-email', 'undo-email-change'], 'Unknown kind of link.'),
  token,
});

/**
 * Returns the account that a link is for, without using up the link: pages call this before they
 * show their button. Throws a BadTokenError.
 */
export async function describeToken(
  services: Services,
  kind: z.output<typeof checkTokenInput>['kind'],
  secret: string,
  address: string,
): Promise<TokenInfo> {
  const { read } = services.database;
  return await countWrongTokens(services, address, async () => {
    const { userId, email } = await checkToken(read, services, kind, secret);
    const user = await findUserById(read, userId);
    const isReset = kind === 'reset-password' && user !== undefined && hasProvenEmail(user);
    const added = isReset ? await listAddedMethods(read, services, userId) : [];
    return {
      username: user?.username ?? '',
      email: email || (user?.email ?? ''),
      ...(added.length > 0 && { added }),
    };
  });
}
