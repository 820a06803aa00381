import * as openid from 'openid-client';
import type { VerifiedIdentity } from '../../../db/schema.ts';
import { type Env, isLoopback } from '../../env.ts';
import { NotFoundError, UnauthorizedError } from '../../errors.ts';
import { email as emailRule } from '../../users/rules.ts';
import { flowChecks } from './flow.ts';

/** How long the provider's description of itself is believed; Google's own answer says an hour. */
const FRESH_MS = 60 * 60 * 1000;
/** After a failed refresh, the old description serves on and the next look waits this long. */
const RETRY_MS = 60 * 1000;
const TIMEOUT_SECONDS = 5;
const LONGEST_NAME = 200;
const LONGEST_PICTURE = 2048;
/** Google runs these itself, and never gives an address to a second person. */
const GMAIL = new Set(['gmail.com', 'googlemail.com']);

export interface IdentityProvider {
  /** Where the popup goes. Throws when the provider cannot be reached. */
  authorizationUrl(secret: string): Promise<URL>;
  /**
   * Takes the query that the provider sent the browser back with; gives who signed in. The ID token's
   * issuer, audience, expiry, nonce and signature, `state` and PKCE are checked by openid-client. Throws
   * its errors, and an UnauthorizedError when there is no proven email.
   */
  identify(secret: string, query: URLSearchParams): Promise<VerifiedIdentity>;
}

/** An OpenID Connect provider, found by its issuer's address. */
export function createIdentityProvider(
  { google, siteUrl }: Pick<Env, 'google' | 'siteUrl'>,
  now: () => Date,
): IdentityProvider {
  const redirectUri = `${siteUrl}/api/auth/google/callback`;
  const configuration = cachedConfiguration(google, now);
  return {
    async authorizationUrl(secret) {
      const { state, nonce, verifier } = flowChecks(secret);
      return openid.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid email profile',
        prompt: 'select_account',
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
    },
    async identify(secret, query) {
      const { state, nonce, verifier } = flowChecks(secret);
      // Our own address as the provider knows it, whatever host a proxy asked us by.
      const returned = new URL(`${redirectUri}?${query}`);
      const tokens = await openid.authorizationCodeGrant(await configuration(), returned, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      return identityOf(tokens.claims());
    },
  };
}

/** Gives the provider's configuration; asks at most once at a time, and again when it has aged. */
function cachedConfiguration(google: Env['google'], now: () => Date) {
  let known: { value: openid.Configuration; until: number } | undefined;
  let asking: Promise<openid.Configuration> | undefined;

  async function ask(): Promise<openid.Configuration> {
    try {
      if (!google) throw new NotFoundError('Google sign-in is not set up.');
      const value = await discover(google);
      known = { value, until: now().getTime() + FRESH_MS };
      return value;
    } catch (error) {
      if (!known) throw error;
      known.until = now().getTime() + RETRY_MS;
      return known.value;
    } finally {
      asking = undefined;
    }
  }

  return async (): Promise<openid.Configuration> => {
    if (known && now().getTime() < known.until) return known.value;
    asking ??= ask();
    return await asking;
  };
}

function discover({ issuer, clientId, clientSecret }: NonNullable<Env['google']>) {
  // The token comes straight from the provider over TLS, so the library would not check its signature.
  const execute = [openid.enableNonRepudiationChecks];
  if (isLoopback(issuer)) execute.push(openid.allowInsecureRequests);
  return openid.discovery(
    new URL(issuer),
    clientId,
    undefined,
    openid.ClientSecretPost(clientSecret),
    { execute, timeout: TIMEOUT_SECONDS },
  );
}

function identityOf(claims: openid.IDToken | undefined): VerifiedIdentity {
  const email = emailRule.safeParse(claims?.email);
  if (!claims || !email.success) {
    throw new UnauthorizedError('The identity provider told no email address.');
  }
  if (claims.email_verified !== true) {
    throw new UnauthorizedError('The identity provider has not verified the email address.');
  }
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: email.data,
    vouched: isVouchedFor(email.data, claims.hd),
    name: textOf(claims.name).slice(0, LONGEST_NAME),
    picture: pictureOf(claims.picture, claims.iss),
  };
}

/**
 * Does the provider run this email? It does for Gmail, and for the domains of organizations whose
 * accounts it hosts (`hd`). Anything else was proven once, and may have changed hands since.
 */
function isVouchedFor(email: string, hostedDomain: unknown): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return GMAIL.has(domain) || textOf(hostedDomain).toLowerCase() === domain;
}

function textOf(claim: unknown): string {
  return typeof claim === 'string' ? claim.trim() : '';
}

/** Only https (but from a provider on this machine): anything else would be insecure, or no picture. */
function pictureOf(claim: unknown, issuer: string): string {
  const url = URL.parse(textOf(claim));
  if (url?.username !== '' || url.href.length > LONGEST_PICTURE) return '';
  const isSecure = url.protocol === 'https:';
  const isLocal = isLoopback(issuer) && url.origin === URL.parse(issuer)?.origin;
  return isSecure || isLocal ? url.href : '';
}
