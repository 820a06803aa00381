/** A passkey as its owner sees it. */
export interface Passkey {
  _id: string;
  /** What its owner calls it. */
  name: string;
  /** Synced to the owner's other devices. */
  isBackedUp: boolean;
  createdAt: string;
  /** Null until the first sign-in with it. */
  lastUsedAt: string | null;
}

export const MAX_PASSKEYS = 20;
export const MAX_PASSKEY_NAME_LENGTH = 50;

/** The second factors of an account. */
export interface SecondFactorStatus {
  /** Whether signing in takes a code from an authenticator app. */
  totp: boolean;
  /** Recovery codes that are left. */
  recoveryCodes: number;
  passkeys: number;
  /** The site requires one, and the account has none: nothing but setting one up works. */
  missing: boolean;
}

/** What an authenticator app needs. */
export interface TotpSetup {
  /** Base32, to type. */
  secret: string;
  /** `otpauth:`, for the QR code. */
  url: string;
}

export interface RecoveryCodes {
  /** Shown once: the server keeps only their hashes. */
  recoveryCodes: string[];
}

/**
 * Returns the name that passkeys of this site belong to, or `undefined` where browsers offer none:
 * at an IP address, and without TLS except on `localhost`.
 */
export function passkeyHost(siteUrl: string): string | undefined {
  const { protocol, hostname } = new URL(siteUrl);
  if (/^[\d.]+$|^\[/.test(hostname)) return undefined;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isLocal ? hostname : undefined;
}
