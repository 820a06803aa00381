import { z } from 'zod';
import type { Db } from '../../../db/client.ts';
import { findTotp, spendRecoveryCode, spendTotpStep } from '../../../db/queries/second-factor.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { totpStep } from './totp.ts';

const MAX_LENGTH = 100;

/** A code from an authenticator app, or a recovery code. Users type spaces. */
export const code = z
  .string('Code must be text.')
  .max(MAX_LENGTH, 'The code is too long.')
  .transform((text) => text.replace(/\s/g, ''))
  .refine((text) => text !== '', 'Please enter the code.');

const TOTP_CODE = /^\d{6}$/;

interface Claim {
  userId: string;
  code: string;
  now: Date;
}

/** Uses up a code of an account's second factor, in the transaction that relies on it. */
export async function spendCode(
  tx: Db,
  { userId, code, now }: Claim,
): Promise<'totp' | 'recovery-code' | 'wrong' | 'used'> {
  if (!TOTP_CODE.test(code)) {
    const claim = { userId, codeHash: hashRecoveryCode(code), usedAt: now };
    return (await spendRecoveryCode(tx, claim)) ? 'recovery-code' : 'wrong';
  }
  const totp = await findTotp(tx, userId);
  if (!totp?.confirmedAt) return 'wrong';
  const step = totpStep(totp.secret, code, now);
  if (step === undefined) return 'wrong';
  return (await spendTotpStep(tx, userId, step)) ? 'totp' : 'used';
}
