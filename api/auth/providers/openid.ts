import { LRUCache } from 'lru-cache';
import * as openid from 'openid-client';
import type { VerifiedIdentity } from '../../../db/schema.ts';
import { isLoopback } from '../../env.ts';
import { UnauthorizedError } from '../../errors.ts';
import { email as emailRule } from '../../users/rules.ts';
import { flowChecks } from './flow.ts';
import type { IdentityProvider, ProviderSettings } from './settings.ts';

/** How long the provider's configuration is cached. Google's own header says an hour. */
const CACHE_MS = 60 * 60 * 1000;
const TIMEOUT_SECONDS = 5;
const MAX_NAME_LENGTH = 200;
const MAX_PICTURE_LENGTH = 2048;
/** Google hosts the mail of these domains and never reassigns addresses. */
const GMAIL = new Set(['gmail.com', 'googlemail.com']);

export function createOpenIdProvider(
  settings: ProviderSettings,
  redirectUri: string,
  now: () => Date,
): IdentityProvider {
  const configuration = cachedConfiguration(settings, now);
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
    /** openid-client checks `state`, PKCE, and the claims and signature of the ID token. */
    async identify(secret, query) {
      const { state, nonce, verifier } = flowChecks(secret);
      // The URL registered with the provider, not the host of a proxy's request.
      const returned = new URL(`${redirectUri}?${query}`);
      const config = await configuration();
      const tokens = await openid.authorizationCodeGrant(config, returned, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = await withUserInfo(config, tokens, settings);
      return identityOf(claims, settings);
    },
  };
}

/**
 * Returns the claims of the ID token and of the userinfo endpoint: OpenID Connect lets a provider
 * leave the email out of the token. Google doesn't.
 */
async function withUserInfo(
  config: openid.Configuration,
  tokens: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers,
  { kind }: ProviderSettings,
): Promise<openid.IDToken | undefined> {
  const claims = tokens.claims();
  const isComplete = kind === 'google' || claims?.email !== undefined;
  if (!claims || isComplete || !config.serverMetadata().userinfo_endpoint) return claims;
  // Throws if it's for another subject.
  const info = await openid.fetchUserInfo(config, tokens.access_token, claims.sub);
  const { email, email_verified, name, picture } = info;
  const added = { email, email_verified, name, picture };
  return { ...claims, ...JSON.parse(JSON.stringify(added)) };
}

function cachedConfiguration(settings: ProviderSettings, now: () => Date) {
  const cache = new LRUCache<'current', openid.Configuration>({
    max: 1,
    ttl: CACHE_MS,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
    fetchMethod: async () => await discover(settings),
    // Keep using the old configuration while the provider can't be reached.
    noDeleteOnFetchRejection: true,
    allowStaleOnFetchRejection: true,
  });
  return () => cache.forceFetch('current');
}

function discover({ issuer, clientId, clientSecret }: ProviderSettings) {
  // By default the library skips the signature check, because the token comes directly over TLS.
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

function identityOf(
  claims: openid.IDToken | undefined,
  { kind }: ProviderSettings,
): VerifiedIdentity {
  const email = emailRule.safeParse(claims?.email);
  if (!claims || !email.success) {
    throw new UnauthorizedError('The identity provider sent no email address.');
  }
  if (claims.email_verified !== true) {
    throw new UnauthorizedError('The identity provider has not verified the email address.');
  }
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: email.data,
    vouched: kind === 'google' && isVouchedFor(email.data, claims.hd),
    name: trimmed(claims.name).slice(0, MAX_NAME_LENGTH),
    picture: pictureOf(claims.picture, claims.iss),
  };
}

/**
 * Returns whether Google hosts this email address: at Gmail, or at an organization's domain (`hd`).
 * Google verified any other address once, and it may have a new owner by now.
 */
function isVouchedFor(email: string, hostedDomain: unknown): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return GMAIL.has(domain) || trimmed(hostedDomain).toLowerCase() === domain;
}

function trimmed(claim: unknown): string {
  return typeof claim === 'string' ? claim.trim() : '';
}

/** Returns the picture's URL, or '' unless it's https or on this machine. */
function pictureOf(claim: unknown, issuer: string): string {
  const url = URL.parse(trimmed(claim));
  if (url?.username !== '' || url.href.length > MAX_PICTURE_LENGTH) return '';
  const isSecure = url.protocol === 'https:';
  const isLocal = isLoopback(issuer) && url.origin === URL.parse(issuer)?.origin;
  return isSecure || isLocal ? url.href : '';
}
