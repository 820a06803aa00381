import { createHash } from 'node:crypto';
import {
  deleteIdentity,
  findUserByIdentity,
  type IdentityRow,
  insertIdentity,
  listIdentities,
} from '../../../db/queries/identities.ts';
import { takeVerifiedIdentity } from '../../../db/queries/sign-in-flows.ts';
import { countWaysIn } from '../../../db/queries/sign-in-methods.ts';
import { isOwnBrowser } from '../../access/devices.ts';
import { type Caller, writeAs } from '../../access/write.ts';
import { auditAs } from '../../audit/record.ts';
import type { IdentityList } from '../../contract/identities.ts';
import type { Env } from '../../env.ts';
import { ApiError, ConflictError, NotFoundError, UnauthorizedError } from '../../errors.ts';
import { notifySignInChange } from '../../mail/notices.ts';
import type { Services } from '../../services.ts';
import { flowIdHash } from '../providers/flow.ts';
import { allProviders, type ProviderSettings } from '../providers/settings.ts';

type Identity = Pick<IdentityRow, 'issuer' | 'subject' | 'createdAt'>;

/**
 * Lists the identities linked to the caller's account, and the providers that can still be linked.
 */
export async function listOwnIdentities(
  { database, env }: Pick<Services, 'database' | 'env'>,
  { user }: Pick<Caller, 'user'>,
): Promise<IdentityList> {
  const linked = await listIdentities(database.read, user.id);
  const isLinked = ({ issuer }: ProviderSettings) => linked.some((each) => each.issuer === issuer);
  return {
    identities: linked.map((identity) => toLinked(identity, env)),
    providers: allProviders(env)
      .filter((provider) => !isLinked(provider))
      .map(({ id, name }) => ({ id, name })),
  };
}

const providerOf = ({ issuer }: Pick<Identity, 'issuer'>, env: Env) =>
  allProviders(env).find((provider) => provider.issuer === issuer);

/** Returns the display name of an identity's provider, which may no longer be configured. */
export function linkedName(identity: Pick<Identity, 'issuer'>, env: Env): string {
  return providerOf(identity, env)?.name ?? URL.parse(identity.issuer)?.host ?? identity.issuer;
}

function toLinked(identity: Identity, env: Env) {
  const provider = providerOf(identity, env);
  return {
    _id: publicIdOf(identity),
    provider: provider?.id ?? null,
    name: linkedName(identity, env),
    linkedAt: identity.createdAt.toISOString(),
  };
}

/** The provider's user id must not appear in addresses and logs. */
function publicIdOf({ issuer, subject }: Pick<Identity, 'issuer' | 'subject'>): string {
  return createHash('sha256').update(`${issuer}\n${subject}`).digest('hex').slice(0, 24);
}

/**
 * Links a provider's account, just proven to this browser, to the caller's account. Requires a
 * fresh session. `secret` is from the cookie of the flow, and works once. Throws a ConflictError
 * for an account that is linked to someone else.
 */
export async function linkIdentity(
  services: Services,
  caller: Caller,
  { provider, secret }: { provider: ProviderSettings; secret: string | undefined },
): Promise<void> {
  const { now } = services;
  // Return the error instead of throwing it: a throw would make the proof usable again.
  const refusal = await writeAs(services, caller, { fresh: true }, async (tx, user) => {
    const { id } = user;
    const identity =
      secret === undefined ? undefined : await takeVerifiedIdentity(tx, flowIdHash(secret), now());
    if (identity === undefined) {
      return new UnauthorizedError(`Your ${provider.name} sign-in has expired. Please try again.`);
    }
    const owner = await findUserByIdentity(tx, identity);
    if (owner?.id === id) return undefined;
    if (owner) {
      return new ConflictError(
        `This ${provider.name} account is linked to another account on this site.`,
      );
    }
    const isOwn = await isOwnBrowser(tx, services, id, caller.client.deviceId);
    await insertIdentity(tx, identity, id, now(), !isOwn);
    const details = { issuer: identity.issuer };
    await auditAs(tx, services, caller, { action: 'identity.link', subject: id, details });
    const change = { change: 'identity-linked', name: provider.name } as const;
    await notifySignInChange(tx, services, user, change);
    return undefined;
  });
  if (refusal instanceof ApiError) throw refusal;
}

/** Requires a fresh session. Throws a ConflictError for the last way to sign in. */
export async function unlinkIdentity(
  services: Services,
  caller: Caller,
  publicId: string,
): Promise<void> {
  const issuers = allProviders(services.env).map(({ issuer }) => issuer);
  await writeAs(services, caller, { fresh: true }, async (tx, user) => {
    const { id } = user;
    const linked = await listIdentities(tx, id);
    const identity = linked.find((each) => publicIdOf(each) === publicId);
    if (!identity) throw new NotFoundError('There is no such linked account.');
    await deleteIdentity(tx, identity);
    if ((await countWaysIn(tx, id, issuers)) === 0) {
      throw new ConflictError(
        'This is the only way to sign in to your account. Set a password first.',
      );
    }
    const details = { issuer: identity.issuer };
    await auditAs(tx, services, caller, { action: 'identity.unlink', subject: id, details });
    const name = linkedName(identity, services.env);
    await notifySignInChange(tx, services, user, { change: 'identity-unlinked', name });
  });
}
