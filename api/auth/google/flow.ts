import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

/** From the click until Google sends the browser back: time to look for one's password. */
export const FLOW_MINUTES = 10;
/** From Google's answer until the page redeems it, which happens by itself. */
export const REDEEM_MINUTES = 2;
/** More, once, to enter the password of an account that asks for it: ten minutes in all. */
export const PASSWORD_MINUTES = 8;

const SECRET = /^[\w-]{43}$/;

/**
 * The cookie of a flow holds 256 random bits, known to this browser alone. Everything that protects the
 * exchange with the provider is derived from them, so no key is needed, any process can continue the
 * flow, and the database holds nothing but a hash that says whether the flow is still unused.
 */
export function newFlowSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function flowIdHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** `state`, `nonce` and PKCE verifier of a flow: 43 URL-safe characters each. */
export function flowChecks(secret: string): { state: string; nonce: string; verifier: string } {
  const derive = (purpose: string) =>
    createHmac('sha256', secret).update(purpose).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
}

function cookieName(secure: boolean): string {
  return secure ? '__Host-inkwell_google' : 'inkwell_google';
}

/** Gives the secret that this browser brought, or undefined. */
export function readFlowCookie(c: Context, siteUrl: string): string | undefined {
  const value = getCookie(c, cookieName(siteUrl.startsWith('https:')));
  return value !== undefined && SECRET.test(value) ? value : undefined;
}

/** Binds the flow to this browser. */
export function writeFlowCookie(
  c: Context,
  siteUrl: string,
  secret: string,
  minutes: number,
): void {
  const secure = siteUrl.startsWith('https:');
  setCookie(c, cookieName(secure), secret, {
    httpOnly: true,
    secure,
    // Not Strict: the browser comes back from the provider's site.
    sameSite: 'Lax',
    path: '/',
    maxAge: minutes * 60,
  });
}

export function clearFlowCookie(c: Context, siteUrl: string): void {
  writeFlowCookie(c, siteUrl, '', 0);
}
