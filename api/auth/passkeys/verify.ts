import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { Db } from '../../../db/client.ts';
import { type ChallengeKind, takeChallenge } from '../../../db/queries/challenges.ts';
import {
  findPasskey,
  listPasskeys,
  lockPasskey,
  type PasskeyRow,
  updatePasskeyUse,
} from '../../../db/queries/passkeys.ts';
import type { Services } from '../../services.ts';
import { CHALLENGE_SECONDS, issueChallenge } from '../challenge.ts';
import type { Assertion } from './credential.ts';
import { relyingParty } from './relying-party.ts';
import { webauthn } from './webauthn.ts';

type Kind = Extract<ChallengeKind, 'passkey-sign-in' | 'passkey-proof'>;

/** Without extensions, whose type can't be sent as JSON. */
type AssertionOptions = Omit<PublicKeyCredentialRequestOptionsJSON, 'extensions'>;

/** A passkey that has just signed a challenge. */
export interface ProvenPasskey {
  passkey: PasskeyRow;
  counter: number;
  isBackedUp: boolean;
}

/**
 * Returns the options for `startAuthentication` and the challenge's cookie. With `userId`, only
 * this user's passkeys can answer; otherwise any passkey of this site can.
 */
export async function beginAssertion(
  services: Pick<Services, 'database' | 'env' | 'now'>,
  { kind, userId }: { kind: Kind; userId: string | null },
): Promise<{ options: AssertionOptions; cookie: string }> {
  const { database, env } = services;
  const passkeys = userId === null ? [] : await listPasskeys(database.read, userId);
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(env).id,
    userVerification: 'required',
    timeout: CHALLENGE_SECONDS * 1000,
    allowCredentials: passkeys.map((row) => ({
      id: row.credentialId,
      transports: JSON.parse(row.transports),
    })),
  });
  const { challenge } = options;
  const cookie = await database.transaction((tx) =>
    issueChallenge(tx, services, { kind, userId, challenge }),
  );
  return { options, cookie };
}

interface Answer {
  kind: Kind;
  /** From the challenge's cookie. */
  idHash: string | undefined;
  userId: string | null;
  credential: Assertion;
}

/**
 * Uses up the challenge, and returns the passkey that signed it. Otherwise returns why it was
 * refused; `expired` also means that there was no challenge.
 */
export async function checkAssertion(
  { database, env, now }: Pick<Services, 'database' | 'env' | 'now'>,
  { kind, idHash, userId, credential }: Answer,
): Promise<ProvenPasskey | { refused: 'expired' | 'unknown' | 'invalid'; userId?: string }> {
  const { id: rpId, origin } = relyingParty(env);
  // In its own transaction: the challenge stays used even if a later step throws.
  const challenge =
    idHash && (await database.transaction((tx) => takeChallenge(tx, idHash, kind, now())));
  if (!challenge || challenge.userId !== userId) return { refused: 'expired' };
  const passkey = await findPasskey(database.read, credential.id);
  if (!passkey || (userId !== null && passkey.userId !== userId)) return { refused: 'unknown' };
  const refused = { refused: 'invalid', userId: passkey.userId } as const;
  const { userHandle } = credential.response;
  if (userHandle !== undefined && userHandle !== userHandleOf(passkey.userId)) return refused;
  const { verifyAuthenticationResponse } = await webauthn();
  const result = await verifyAuthenticationResponse({
    response: credential,
    expectedChallenge: challenge.challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
    // It throws for wrong origins, decreasing counters and unreadable answers.
  }).catch(() => undefined);
  if (!result?.verified) return refused;
  const { newCounter: counter, credentialBackedUp: isBackedUp } = result.authenticationInfo;
  return { passkey, counter, isBackedUp };
}

/**
 * Authenticators store it to tell accounts apart. Not a name, because it can be read from a lost
 * key.
 */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}

/**
 * Records a use, in the transaction that relies on it. Returns false if the passkey was removed in
 * the meantime, or its counter was already used: it may be a copy.
 */
export async function recordPasskeyUse(
  tx: Db,
  { now }: Pick<Services, 'now'>,
  { passkey, counter, isBackedUp }: ProvenPasskey,
): Promise<boolean> {
  const current = await lockPasskey(tx, passkey.credentialId);
  if (current?.userId !== passkey.userId) return false;
  const counts = counter > 0 || current.counter > 0;
  if (counts && counter <= current.counter) return false;
  await updatePasskeyUse(tx, current.id, { counter, isBackedUp, lastUsedAt: now() });
  return true;
}
