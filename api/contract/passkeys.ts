/** A passkey as its owner sees it. */
export interface Passkey {
  _id: string;
  /** The name that its owner chose. */
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
  /** Whether sign-in takes a code from an authenticator app. */
  totp: boolean;
  /** Number of unused recovery codes. */
  recoveryCodes: number;
  passkeys: number;
  /** The site requires one, and the account has none: the user can only set one up. */
  missing: boolean;
}

/** The input for an authenticator app. */
export interface TotpSetup {
  /** Base32, for typing. */
  secret: string;
  /** `otpauth:`, for the QR code. */
  url: string;
}

export interface RecoveryCodes {
  /** Shown once: the server stores only hashes. */
  recoveryCodes: string[];
}

/**
 * Returns the host name that passkeys of this site belong to, or `undefined` where browsers don't
 * offer them: at an IP address, and without TLS except on `localhost`.
 */
export function passkeyHost(siteUrl: string): string | undefined {
  const { protocol, hostname } = new URL(siteUrl);
  if (/^[\d.]+$|^\[/.test(hostname)) return undefined;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isLocal ? hostname : undefined;
}
