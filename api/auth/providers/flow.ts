import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

/**
 * From the click until the provider sends the browser back, including the time to type a password.
 */
export const FLOW_MINUTES = 10;
/** From the provider's answer until the page redeems it automatically. */
export const REDEEM_MINUTES = 2;
/** Added once if the account's password is needed: ten minutes in total. */
export const PASSWORD_MINUTES = 8;

const SECRET = /^[\w-]{43}$/;

/**
 * Returns the secret for the cookie of a flow: 256 random bits. All checks of the exchange with the
 * provider are derived from it, so no key is needed and any process can continue the flow. The
 * database stores only a hash, to know whether the flow is still unused.
 */
export function newFlowSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function flowIdHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Returns the `state`, `nonce` and PKCE verifier of a flow: 43 URL-safe characters each. */
export function flowChecks(secret: string): { state: string; nonce: string; verifier: string } {
  const derive = (purpose: string) =>
    createHmac('sha256', secret).update(purpose).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
}

/** The cookie with a flow's secret, one per provider, so none can continue another's flow. */
export interface FlowCookie {
  siteUrl: string;
  /** The id of the provider. */
  provider: string;
}

function cookieName({ siteUrl, provider }: FlowCookie): string {
  const name = provider === 'google' ? 'inkwell_google' : `inkwell_sign_in_${provider}`;
  return siteUrl.startsWith('https:') ? `__Host-${name}` : name;
}

export function readFlowCookie(c: Context, cookie: FlowCookie): string | undefined {
  const value = getCookie(c, cookieName(cookie));
  return value !== undefined && SECRET.test(value) ? value : undefined;
}

export function setFlowCookie(
  c: Context,
  cookie: FlowCookie,
  secret: string,
  minutes: number,
): void {
  setCookie(c, cookieName(cookie), secret, {
    httpOnly: true,
    secure: cookie.siteUrl.startsWith('https:'),
    // Not `Strict`: the browser returns from the provider's site.
    sameSite: 'Lax',
    path: '/',
    maxAge: minutes * 60,
  });
}

export function clearFlowCookie(c: Context, cookie: FlowCookie): void {
  setFlowCookie(c, cookie, '', 0);
}
