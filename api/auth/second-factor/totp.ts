import { Secret, TOTP } from 'otpauth';

/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** The only values that every authenticator app supports. */
const FORMAT = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/**
 * Codes accepted before and after the current one, for clocks that are off by up to half a minute.
 */
const WINDOW = 1;

/** Returns a random secret, base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the `otpauth:` address for a QR code. */
export function totpUrl(secret: string, { issuer, label }: { issuer: string; label: string }) {
  return new TOTP({ ...FORMAT, issuer, label, secret }).toString();
}

/** Returns the time step of a code, or `undefined` if it isn't valid now. */
export function totpStep(secret: string, code: string, now: Date): number | undefined {
  const { period } = FORMAT;
  const at = { period, timestamp: now.getTime() };
  const key = Secret.fromBase32(secret);
  const delta = TOTP.validate({ ...FORMAT, ...at, token: code, secret: key, window: WINDOW });
  return delta === null ? undefined : TOTP.counter(at) + delta;
}
