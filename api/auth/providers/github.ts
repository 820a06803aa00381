import * as openid from 'openid-client';
import { z } from 'zod';
import type { VerifiedIdentity } from '../../../db/schema.ts';
import { isLoopback } from '../../env.ts';
import { UnauthorizedError } from '../../errors.ts';
import { email as emailRule } from '../../users/rules.ts';
import { flowChecks } from './flow.ts';
import type { IdentityProvider, ProviderSettings } from './settings.ts';

const TIMEOUT_SECONDS = 5;
const MAX_NAME_LENGTH = 200;
const PUBLIC = 'https://github.com';
const HEADERS = {
  Accept: 'application/vnd.github+json',
  'X-GitHub-Api-Version': '2022-11-28',
  // GitHub refuses calls without a user agent.
  'User-Agent': 'Inkwell',
};

const account = z.object({
  id: z.int().positive(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
});
const addresses = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);

/**
 * GitHub, or a GitHub Enterprise Server: OAuth 2 without ID tokens, so the account is read from its
 * API. Accounts are identified by number: names can change and be given to others.
 */
export function createGitHub(settings: ProviderSettings, redirectUri: string): IdentityProvider {
  const { issuer, clientId, clientSecret } = settings;
  const api = issuer === PUBLIC ? 'https://api.github.com' : `${issuer}/api/v3`;
  const configuration = new openid.Configuration(
    {
      issuer,
      authorization_endpoint: `${issuer}/login/oauth/authorize`,
      token_endpoint: `${issuer}/login/oauth/access_token`,
    },
    clientId,
    undefined,
    openid.ClientSecretPost(clientSecret),
  );
  configuration.timeout = TIMEOUT_SECONDS;
  if (isLoopback(issuer)) openid.allowInsecureRequests(configuration);

  async function read<T>(schema: z.ZodType<T>, path: string, token: string): Promise<T> {
    const url = new URL(`${api}${path}`);
    const headers = new Headers(HEADERS);
    const call = [configuration, token, url, 'GET', undefined, headers] as const;
    const response = await openid.fetchProtectedResource(...call);
    if (!response.ok) throw new Error(`GitHub answered ${response.status} to ${path}`);
    return schema.parse(await response.json());
  }

  return {
    async authorizationUrl(secret) {
      const { state, verifier } = flowChecks(secret);
      return openid.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'read:user user:email',
        prompt: 'select_account',
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
      });
    },
    async identify(secret, query) {
      const { state, verifier } = flowChecks(secret);
      const returned = new URL(`${redirectUri}?${query}`);
      const { access_token: token } = await openid.authorizationCodeGrant(configuration, returned, {
        expectedState: state,
        pkceCodeVerifier: verifier,
      });
      const [person, emails] = await Promise.all([
        read(account, '/user', token),
        read(addresses, '/user/emails', token),
      ]);
      return identityOf(issuer, person, emails);
    },
  };
}

function identityOf(
  issuer: string,
  person: z.output<typeof account>,
  emails: z.output<typeof addresses>,
): VerifiedIdentity {
  const primary = emails.find((each) => each.primary && each.verified);
  const email = emailRule.safeParse(primary?.email);
  if (!email.success) {
    throw new UnauthorizedError('The GitHub account has no verified primary email address.');
  }
  return {
    issuer,
    subject: String(person.id),
    email: email.data,
    // GitHub verified the address once, but doesn't host it.
    vouched: false,
    name: (person.name?.trim() || person.login).slice(0, MAX_NAME_LENGTH),
    picture: person.avatar_url?.startsWith('https://') ? person.avatar_url : '',
  };
}
