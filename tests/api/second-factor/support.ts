import { TOTP } from 'otpauth';
import type { UserRow } from '../../../db/queries/users.ts';
import { type Answer, PASSWORD, type TestApp } from '../../support/app.ts';
import { cookiesOf } from '../../support/cookies.ts';

const MINUTE_MS = 60_000;

/** A clock that tests move. */
export function testClock(start = Date.now()) {
  let time = start;
  return {
    now: () => new Date(time),
    pass: (ms: number) => {
      time += ms;
    },
  };
}

export type Clock = ReturnType<typeof testClock>;

/** Returns the code that an authenticator app shows. */
export function codeOf(secret: string, clock: Pick<Clock, 'now'>): string {
  return new TOTP({ secret }).generate({ timestamp: clock.now().getTime() });
}

/** Returns a code that is wrong now. */
export function wrongCode(secret: string, clock: Pick<Clock, 'now'>): string {
  const at = clock.now().getTime();
  const right = [-1, 0, 1].map((n) =>
    new TOTP({ secret }).generate({ timestamp: at + n * 30_000 }),
  );
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
}

/** Turns two-step verification on. Later codes are unused: time passes. */
export async function turnOn(app: TestApp, user: UserRow, clock: Clock) {
  const begun = await app.call('POST /api/auth/second-factor/totp/begin', { as: user });
  const { secret, url } = begun.body;
  const json = { code: codeOf(secret, clock) };
  const done = await app.call('POST /api/auth/second-factor/totp', { json, as: user });
  clock.pass(MINUTE_MS);
  return { secret, url, recoveryCodes: done.body.recoveryCodes as string[], answer: done };
}

/** Signs in with the password. */
export async function enterPassword(
  app: TestApp,
  { email }: UserRow,
  options: { cookie?: string; password?: string; from?: string } = {},
): Promise<Answer> {
  const { cookie = '', password = PASSWORD, from = '192.0.2.1' } = options;
  const json = { email, password };
  return await app.call('POST /api/auth/signin', { json, headers: { Cookie: cookie }, from });
}

/** Enters a code in the browser that got these answers. */
export async function enterCode(
  app: TestApp,
  code: string,
  ...before: (Answer | string)[]
): Promise<Answer> {
  const headers = { Cookie: cookiesOf(...before) };
  return await app.call('POST /api/auth/second-factor', { json: { code }, headers });
}
