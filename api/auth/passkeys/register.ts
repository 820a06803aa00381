import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import { takeChallenge } from '../../../db/queries/challenges.ts';
import {
  countPasskeys,
  findPasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
} from '../../../db/queries/passkeys.ts';
import { browserName } from '../../access/browser-name.ts';
import { currentPassword } from '../../access/current-password.ts';
import { isOwnBrowser } from '../../access/devices.ts';
import { type Caller, requireFresh, writeAs } from '../../access/write.ts';
import { auditAs } from '../../audit/record.ts';
import { visibleText } from '../../content/invisible.ts';
import { MAX_PASSKEY_NAME_LENGTH, MAX_PASSKEYS } from '../../contract/passkeys.ts';
import { BadRequestError, ConflictError } from '../../errors.ts';
import { notifyPasskeyAdded } from '../../mail/notices.ts';
import type { Services } from '../../services.ts';
import { siteName } from '../../site/read-site.ts';
import { CHALLENGE_SECONDS, issueChallenge } from '../challenge.ts';
import { type NewCredential, newCredential } from './credential.ts';
import { relyingParty } from './relying-party.ts';
import { userHandleOf } from './verify.ts';
import { webauthn } from './webauthn.ts';

const KIND = 'passkey-add';

export const passkeyName = z
  .string('Name must be text.')
  .transform((name) => visibleText(name).trim())
  .refine((name) => name !== '', 'Please enter a name.')
  .refine(
    (name) => [...name].length <= MAX_PASSKEY_NAME_LENGTH,
    `Name must have at most ${MAX_PASSKEY_NAME_LENGTH} characters.`,
  );

export const newPasskeyInput = z.object({
  name: passkeyName.optional(),
  credential: newCredential,
  currentPassword,
});

/** Without extensions, whose type can't be sent as JSON. */
type RegistrationOptions = Omit<PublicKeyCredentialCreationOptionsJSON, 'extensions'>;

/** Returns options for `startRegistration` and the challenge's cookie. Requires a fresh session. */
export async function beginPasskey(
  services: Services,
  caller: Caller,
): Promise<{ options: RegistrationOptions; cookie: string }> {
  const { database, env } = services;
  requireFresh(services, caller.session);
  const { id: rpID } = relyingParty(env);
  const own = await listPasskeys(database.read, caller.user.id);
  if (own.length >= MAX_PASSKEYS) throw tooManyPasskeys();
  const { username, email } = caller.user;
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: await siteName(database.read),
    rpID,
    userName: email,
    userDisplayName: username,
    userID: new Uint8Array(Buffer.from(userHandleOf(caller.user.id), 'base64url')),
    timeout: CHALLENGE_SECONDS * 1000,
    attestationType: 'none',
    excludeCredentials: own.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: JSON.parse(transports),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const { challenge } = options;
  const cookie = await writeAs(services, caller, { fresh: true }, (tx, { id: userId }) =>
    issueChallenge(tx, services, { kind: KIND, userId, challenge }),
  );
  return { options, cookie };
}

const tooManyPasskeys = () =>
  new ConflictError(`An account can have ${MAX_PASSKEYS} passkeys. Please remove one first.`);

interface NewPasskey {
  /** From the challenge's cookie. */
  idHash: string | undefined;
  /** Defaults to the browser's name. */
  name?: string | undefined;
  credential: NewCredential;
}

/** Adds a passkey to the caller's account. Requires a fresh session. */
export async function addPasskey(
  services: Services,
  caller: Caller,
  { idHash, credential, ...given }: NewPasskey,
): Promise<PasskeyRow> {
  const { now } = services;
  const name = given.name ?? (browserName(caller.client.userAgent) || 'Passkey');
  const challenge =
    idHash &&
    (await writeAs(services, caller, { fresh: true }, (tx) =>
      takeChallenge(tx, idHash, KIND, now()),
    ));
  if (!challenge || challenge.userId !== caller.user.id) {
    throw new BadRequestError('Adding the passkey took too long. Please try again.');
  }
  const verified = await verify(services, challenge.challenge, credential);
  return await writeAs(services, caller, { fresh: true }, async (tx, user) => {
    if ((await countPasskeys(tx, user.id)) >= MAX_PASSKEYS) throw tooManyPasskeys();
    if (await findPasskey(tx, verified.credentialId)) {
      throw new ConflictError('This passkey is already added.');
    }
    const isOwn = await isOwnBrowser(tx, services, user.id, caller.client.deviceId);
    const row = {
      ...verified,
      userId: user.id,
      name,
      createdAt: now(),
      fromUnknownBrowser: !isOwn,
    };
    const passkey = await insertPasskey(tx, row);
    const details = { passkey: passkey.id };
    await auditAs(tx, services, caller, { action: 'passkey.add', subject: user.id, details });
    await notifyPasskeyAdded(tx, services, user, name);
    return passkey;
  });
}

async function verify({ env }: Services, challenge: string, credential: NewCredential) {
  const { id, origin } = relyingParty(env);
  const { verifyRegistrationResponse } = await webauthn();
  const result = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    // It throws for wrong origins and unreadable answers.
  }).catch(() => undefined);
  if (!result?.verified) {
    throw new BadRequestError("This passkey couldn't be verified. Please try again.");
  }
  const { credential: made, credentialBackedUp: isBackedUp } = result.registrationInfo;
  return {
    credentialId: made.id,
    publicKey: Buffer.from(made.publicKey).toString('base64url'),
    counter: made.counter,
    transports: JSON.stringify(credential.response.transports),
    isBackedUp,
  };
}
