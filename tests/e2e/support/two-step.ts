import type { APIRequestContext } from '@playwright/test';
import { TOTP } from 'otpauth';
import type { RecoveryCodes, TotpSetup } from '../../../api/contract/passkeys.ts';
import { expect } from './test.ts';

export const TOTP_CALL = '/api/auth/second-factor/totp';

/** Turns two-step verification on without the form. Returns the key and the codes. */
export async function turnOnTwoStep(request: APIRequestContext) {
  const { secret } = (await (await request.post(`${TOTP_CALL}/begin`)).json()) as TotpSetup;
  const used = new TOTP({ secret }).generate();
  const answer = await request.post(TOTP_CALL, { data: { code: used } });
  expect(answer.status(), await answer.text()).toBe(201);
  const { recoveryCodes } = (await answer.json()) as RecoveryCodes;
  return { secret, used, recoveryCodes };
}
