import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { z } from 'zod';
import { hasTotp } from '../../../db/queries/second-factor.ts';
import { type Caller, requireFresh, writeAs } from '../../access/write.ts';
import { ApiError, BadCodeError, ForbiddenError } from '../../errors.ts';
import type { SignedInEnv } from '../../http/context.ts';
import { onlyPassword } from '../../passwords/with-password.ts';
import type { Services } from '../../services.ts';
import { readChallengeHash } from '../challenge.ts';
import { assertion } from '../passkeys/credential.ts';
import { reauthenticateWithPasskey } from '../passkeys/reauthenticate.ts';
import { code, spendCode } from './check-code.ts';
import { countAttempt, resetAttempts } from './sign-in.ts';

/** The body of a call that removes or replaces the second factor. */
export const secondFactorProof = onlyPassword.extend({
  code: code.optional(),
  passkey: assertion.optional(),
});

type Proof = z.output<typeof secondFactorProof>;

/**
 * Put it after the checks of the body and the password. While two-step verification is on, the body
 * must have a code from the app, a recovery code or a passkey. A fresh session isn't enough,
 * because the password alone makes it fresh. Throws a ForbiddenError with the code `second_factor`,
 * or a BadCodeError.
 */
export const withSecondFactor = (services: Services): MiddlewareHandler<SignedInEnv> =>
  createMiddleware<SignedInEnv, string, { in: { json: Proof }; out: { json: Proof } }>(
    async (c, next) => {
      if (await hasTotp(services.database.read, c.var.user.id)) {
        // Check this first: a code works only once, and the client repeats the call after "Confirm
        // it's you".
        requireFresh(services, c.var.session);
        await prove(services, c.var, c.req.valid('json'), c.req.header('Cookie'));
      }
      await next();
    },
  );

async function prove(
  services: Services,
  caller: Caller,
  { code, passkey }: Proof,
  cookieHeader: string | undefined,
): Promise<void> {
  if (passkey) {
    const idHash = readChallengeHash(services.env.siteUrl, 'passkey-proof', cookieHeader);
    return await reauthenticateWithPasskey(services, caller, { idHash, credential: passkey });
  }
  if (code) return await redeemCode(services, caller, code);
  throw new ForbiddenError(
    'Please enter a code from your authenticator app, or a recovery code.',
    'second_factor',
  );
}

/**
 * Wrong codes have a separate limit here, so a stolen session can't be used to lock out the owner.
 */
async function redeemCode(services: Services, caller: Caller, code: string): Promise<void> {
  // Return errors instead of throwing them: a throw would roll back the rate-limit point.
  const refusal = await writeAs(services, caller, {}, async (tx, { id: userId }) => {
    const key = `${userId}:proof`;
    const limit = await countAttempt(tx, services, key);
    if (limit) return limit;
    const outcome = await spendCode(tx, { userId, code, now: services.now() });
    if (outcome === 'wrong') return new BadCodeError('This code is wrong. Please try again.');
    if (outcome === 'used') {
      return new BadCodeError('This code was used before. Please wait for the next one.');
    }
    return await resetAttempts(tx, services, key);
  });
  if (refusal instanceof ApiError) throw refusal;
}
