import { z } from 'zod';
import { recordAudit } from '../../../db/queries/audit.ts';
import { findUserByIdentity } from '../../../db/queries/identities.ts';
import {
  lockVerifiedIdentity,
  takeVerifiedIdentity,
  updateVerifiedIdentity,
} from '../../../db/queries/sign-in-flows.ts';
import { lockUser, type UserRow } from '../../../db/queries/users.ts';
import type { VerifiedIdentity } from '../../../db/schema.ts';
import { storedEmail } from '../../../db/stored-email.ts';
import type { Client } from '../../access/client.ts';
import { ApiError, UnauthorizedError } from '../../errors.ts';
import { notifySignInChange } from '../../mail/notices.ts';
import { checkPassword } from '../../passwords/check-password.ts';
import type { Services } from '../../services.ts';
import { startSessionOrAsk } from '../second-factor/sign-in.ts';
import type { Browser, SessionCookies } from '../start-session.ts';
import {
  type Account,
  findOrCreateAccount,
  PasswordRequiredError,
} from './find-or-create-account.ts';
import { flowIdHash, PASSWORD_MINUTES } from './flow.ts';
import type { ProviderSettings } from './settings.ts';

/** Only the email is compared; name and picture come from the provider's token. */
export const providerSignInInput = z.object({
  email: z.string('Email must be text.').transform(storedEmail),
  name: z.string('Name must be text.').nullish(),
  profilePhoto: z.string('Profile photo must be text.').nullish(),
  /** The account's password, sent after an error with the code `password_required`. */
  password: z.string('Password must be text.').nullish(),
});

export type ProviderSignInInput = z.output<typeof providerSignInInput>;

type Provider = Pick<ProviderSettings, 'name'>;

interface Flow {
  provider: Provider;
  /** From the browser's cookie. */
  secret: string | undefined;
}

const refused = ({ name }: Provider) =>
  new UnauthorizedError(`Your ${name} sign-in has expired. Please sign in with ${name} again.`);

/**
 * Signs in the person whom the provider has just identified to this browser. The `secret` of the
 * flow finds the proof, which works once, for two minutes; a wrong email uses it up. If the
 * account's password is needed, the proof lasts ten minutes in total. Throws a SecondFactorError if
 * the account also needs a code. `picture` is the URL of the person's picture at the provider, or
 * ''.
 */
export async function signInWithProvider(
  services: Services,
  { provider, secret }: Flow,
  { email, password }: ProviderSignInInput,
  browser: Browser,
): Promise<Account & { cookies: SessionCookies; picture: string }> {
  const { client } = browser;
  if (secret === undefined) throw refused(provider);
  let redeemed = await redeem(services, { provider, secret, email, client });
  if (redeemed instanceof PasswordRequiredError && password) {
    const owner = await checkPassword(
      services,
      { email, password, client },
      { failure: 'signin.failure', finish: async (_tx, user) => user },
    );
    if (!owner) throw new PasswordRequiredError('The password is wrong. Please try again.');
    redeemed = await redeem(services, { provider, secret, email, client, owner });
  }
  if (redeemed instanceof ApiError) {
    if (!(redeemed instanceof PasswordRequiredError)) client.report('signin.failure');
    throw redeemed;
  }
  const { account, identity } = redeemed;
  if (account.link !== 'old') {
    const event = account.link === 'new account' ? 'signup' : 'identity.link';
    client.report(event, { userId: account.user.id });
  }
  const { user, cookies } = await services.database.transaction(async (tx) => {
    const [current, linked] = await Promise.all([
      lockUser(tx, account.user.id),
      findUserByIdentity(tx, identity),
    ]);
    // The user may have been deleted, or a reset may have removed the link.
    if (!current || linked?.id !== current.id) throw refused(provider);
    return { user: current, cookies: await startSessionOrAsk(tx, services, current.id, browser) };
  });
  if (cookies instanceof ApiError) throw cookies;
  return { ...account, user, cookies, picture: identity.picture };
}

interface Claim {
  provider: Provider;
  secret: string;
  email: string;
  client: Client;
  /** The user who has entered the account's password. */
  owner?: UserRow;
}

/**
 * Uses up the identity behind the flow's `secret` and returns its account. Returns errors instead
 * of throwing them: a throw would make the identity usable again.
 */
async function redeem(
  services: Services,
  { provider, secret, email, client, owner }: Claim,
): Promise<{ account: Account; identity: VerifiedIdentity } | ApiError> {
  const { database, env, now } = services;
  const idHash = flowIdHash(secret);
  return await database.transaction(async (tx) => {
    const identity = await lockVerifiedIdentity(tx, idHash, now());
    if (identity?.email !== email) {
      await takeVerifiedIdentity(tx, idHash, now());
      return refused(provider);
    }
    const { deviceId } = client;
    const { siteUrl } = env;
    const found = { siteUrl, provider: provider.name, identity, owner, at: now(), deviceId };
    const account = await findOrCreateAccount(tx, found);
    if (account instanceof PasswordRequiredError) {
      // More time to enter the password, once.
      if (!identity.asked) {
        const expiresAt = new Date(now().getTime() + PASSWORD_MINUTES * 60_000);
        const changes = { identity: { ...identity, asked: true }, expiresAt };
        await updateVerifiedIdentity(tx, idHash, changes);
      }
      return account;
    }
    await takeVerifiedIdentity(tx, idHash, now());
    if (account instanceof ApiError) return account;
    // Report only links to existing accounts.
    if (account.link === 'new') {
      const { id } = account.user;
      const details = { issuer: identity.issuer };
      const entry = { actor: id, action: 'identity.link', subject: id, details } as const;
      await recordAudit(tx, { ...entry, address: client.address, at: now() });
      const change = { change: 'identity-linked', name: provider.name } as const;
      await notifySignInChange(tx, services, account.user, change);
    }
    return { account, identity };
  });
}
