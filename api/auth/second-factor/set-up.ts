import type { Db } from '../../../db/client.ts';
import { countPasskeys } from '../../../db/queries/passkeys.ts';
import {
  confirmTotp,
  countRecoveryCodes,
  deleteTotp,
  findTotp,
  hasTotp,
  putTotpSecret,
  replaceRecoveryCodes,
  spendTotpStep,
} from '../../../db/queries/second-factor.ts';
import type { UserRow } from '../../../db/queries/users.ts';
import { isOwnBrowser } from '../../access/devices.ts';
import { type Caller, writeAs } from '../../access/write.ts';
import { auditAs } from '../../audit/record.ts';
import type { RecoveryCodes, SecondFactorStatus, TotpSetup } from '../../contract/passkeys.ts';
import { BadCodeError, ConflictError } from '../../errors.ts';
import { notifySignInChange } from '../../mail/notices.ts';
import type { Services } from '../../services.ts';
import { siteName } from '../../site/read-site.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { newTotpSecret, totpStep, totpUrl } from './totp.ts';

const FRESH = { fresh: true };
const alreadyOn = () => new ConflictError('Two-step verification is already on.');
const isOff = () => new ConflictError('Two-step verification is off.');

export async function secondFactorStatus(
  { database }: Pick<Services, 'database'>,
  { user, session }: Caller,
): Promise<SecondFactorStatus> {
  const [totp, recoveryCodes, passkeys] = await Promise.all([
    hasTotp(database.read, user.id),
    countRecoveryCodes(database.read, user.id),
    countPasskeys(database.read, user.id),
  ]);
  return { totp, recoveryCodes, passkeys, missing: session.lacksSecondFactor };
}

/**
 * Returns a new secret, which takes effect once a code from it is entered. Requires a fresh
 * session.
 */
export async function beginTotp(services: Services, caller: Caller): Promise<TotpSetup> {
  const secret = newTotpSecret();
  return await writeAs(services, caller, FRESH, async (tx, user) => {
    if (await hasTotp(tx, user.id)) throw alreadyOn();
    await putTotpSecret(tx, { userId: user.id, secret, createdAt: services.now() });
    const url = totpUrl(secret, {
      issuer: await siteName(services.database.read),
      label: user.email,
    });
    return { secret, url };
  });
}

/** Turns two-step verification on with a first code. Requires a fresh session. */
export async function finishTotp(
  services: Services,
  caller: Caller,
  code: string,
): Promise<RecoveryCodes> {
  const { now } = services;
  return await writeAs(services, caller, FRESH, async (tx, user) => {
    const { id } = user;
    const totp = await findTotp(tx, id);
    if (totp?.confirmedAt) throw alreadyOn();
    const step = totp && totpStep(totp.secret, code, now());
    if (step === undefined) {
      throw new BadCodeError('This code is wrong. Please check the time on your device.');
    }
    await spendTotpStep(tx, id, step);
    const isOwn = await isOwnBrowser(tx, services, id, caller.client.deviceId);
    await confirmTotp(tx, id, now(), !isOwn);
    await record(tx, services, { caller, user }, 'on');
    return await issueRecoveryCodes(tx, services, id);
  });
}

/** Replaces the recovery codes. Requires a fresh session. */
export async function renewRecoveryCodes(
  services: Services,
  caller: Caller,
): Promise<RecoveryCodes> {
  return await writeAs(services, caller, FRESH, async (tx, user) => {
    const { id } = user;
    if (!(await hasTotp(tx, id))) throw isOff();
    await record(tx, services, { caller, user }, 'recovery-codes');
    return await issueRecoveryCodes(tx, services, id);
  });
}

/** Turns two-step verification off. Requires a fresh session. */
export async function turnTotpOff(services: Services, caller: Caller): Promise<void> {
  await writeAs(services, caller, FRESH, async (tx, user) => {
    const { id } = user;
    if (!(await hasTotp(tx, id))) throw isOff();
    await deleteTotp(tx, id);
    await record(tx, services, { caller, user }, 'off');
  });
}

async function issueRecoveryCodes(
  tx: Db,
  { now }: Services,
  userId: string,
): Promise<RecoveryCodes> {
  const { codes, hashes } = newRecoveryCodes();
  await replaceRecoveryCodes(tx, { userId, hashes, createdAt: now() });
  return { recoveryCodes: codes };
}

/** Records a change, and notifies the owner by mail. */
async function record(
  tx: Db,
  services: Services,
  { caller, user }: { caller: Caller; user: UserRow },
  change: 'on' | 'off' | 'recovery-codes',
): Promise<void> {
  const entry = { action: 'user.second-factor', subject: user.id } as const;
  await auditAs(tx, services, caller, { ...entry, details: { change } });
  const mailed = change === 'recovery-codes' ? change : (`two-step-${change}` as const);
  await notifySignInChange(tx, services, user, { change: mailed });
}
