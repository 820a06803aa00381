import {
  deletePasskey,
  listPasskeys,
  type PasskeyRow,
  renamePasskey,
} from '../../../db/queries/passkeys.ts';
import { countWaysIn } from '../../../db/queries/sign-in-methods.ts';
import { type Caller, writeAs } from '../../access/write.ts';
import { auditAs } from '../../audit/record.ts';
import type { Passkey } from '../../contract/passkeys.ts';
import { ConflictError, NotFoundError } from '../../errors.ts';
import { notifySignInChange } from '../../mail/notices.ts';
import type { Services } from '../../services.ts';
import { allProviders } from '../providers/settings.ts';

const unknown = () => new NotFoundError('There is no such passkey.');

export function toPasskey(row: PasskeyRow): Passkey {
  return {
    _id: row.id,
    name: row.name,
    isBackedUp: row.isBackedUp,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}

export async function listOwnPasskeys(
  { database }: Pick<Services, 'database'>,
  { user }: Caller,
): Promise<{ passkeys: Passkey[] }> {
  return { passkeys: (await listPasskeys(database.read, user.id)).map(toPasskey) };
}

export async function renameOwnPasskey(
  services: Services,
  caller: Caller,
  { id, name }: { id: string; name: string },
): Promise<Passkey> {
  return await writeAs(services, caller, {}, async (tx, { id: userId }) => {
    const renamed = await renamePasskey(tx, { id, userId, name });
    if (!renamed) throw unknown();
    return toPasskey(renamed);
  });
}

/** Requires a fresh session. Throws a ConflictError for the last way to sign in. */
export async function removeOwnPasskey(
  services: Services,
  caller: Caller,
  id: string,
): Promise<void> {
  await writeAs(services, caller, { fresh: true }, async (tx, user) => {
    const { id: userId } = user;
    const removed = await deletePasskey(tx, { id, userId });
    if (!removed) throw unknown();
    const issuers = allProviders(services.env).map(({ issuer }) => issuer);
    if ((await countWaysIn(tx, userId, issuers)) === 0) {
      throw new ConflictError(
        'This passkey is the only way to sign in to your account. Set a password first.',
      );
    }
    const details = { passkey: id };
    await auditAs(tx, services, caller, { action: 'passkey.remove', subject: userId, details });
    const change = { change: 'passkey-removed', name: removed.name } as const;
    await notifySignInChange(tx, services, user, change);
  });
}
