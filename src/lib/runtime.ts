import type { SignInProvider } from '../../api/contract/identities.ts';
import { passkeyHost } from '../../api/contract/passkeys.ts';

/**
 * Settings that pages contain, read at run time (never from `import.meta.env`), so that one build
 * serves any origin. The server has already validated them (api/env.ts).
 */

/** Returns the public origin, without a trailing slash. */
export function siteUrl(): string {
  const fallback = `http://localhost:${process.env.PORT || '4321'}`;
  return (process.env.SITE_URL || fallback).replace(/\/+$/, '');
}

/** Returns the folder of uploaded pictures, unless they are in a bucket. */
export function uploadsFolder(): string {
  return `${process.env.DATA_DIR || './data'}/uploads`;
}

export function databaseUrl(): string {
  return process.env.DATABASE_URL || `file:${process.env.DATA_DIR || './data'}/blog.db`;
}

export function hasGoogle(): boolean {
  // The render worker doesn't get the secret, only this flag. `astro dev` has the variables.
  const { GOOGLE_ENABLED, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = process.env;
  return Boolean(GOOGLE_ENABLED || (GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET));
}

/** Returns whether browsers offer passkeys at the site's address. */
export function hasPasskeys(): boolean {
  return passkeyHost(siteUrl()) !== undefined;
}

export function hasMail(): boolean {
  const { MAIL_ENABLED, SMTP_URL } = process.env;
  return Boolean(MAIL_ENABLED || SMTP_URL);
}

/** Returns the providers next to Google that people can sign in with. */
export function signInProviders(): SignInProvider[] {
  return JSON.parse(process.env.SIGN_IN_PROVIDERS || '[]');
}

/** Returns the other origins that browsers upload pictures to, for `connect-src`. */
export function uploadOrigins(): string[] {
  if (process.env.STORAGE !== 's3' || !process.env.S3_ENDPOINT) return [];
  const { protocol, host, origin } = new URL(process.env.S3_ENDPOINT);
  const bucket = process.env.S3_BUCKET;
  // S3 services address a bucket by path or by host name.
  return bucket ? [origin, `${protocol}//${bucket}.${host}`] : [origin];
}

/** Returns the other origin that serves uploaded pictures, if any, for `img-src`. */
export function pictureOrigin(): string | undefined {
  if (process.env.STORAGE !== 's3' || !process.env.S3_PUBLIC_URL) return undefined;
  return URL.parse(process.env.S3_PUBLIC_URL)?.origin;
}
