import type { VerifiedIdentity } from '../../../db/schema.ts';
import { NotFoundError } from '../../errors.ts';

/** An identity provider: Google, another OpenID provider, or GitHub. */
export interface ProviderSettings {
  /** Used in addresses and cookies. */
  id: string;
  /** The display name. */
  name: string;
  kind: 'google' | 'openid' | 'github';
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Proves a person's identity. */
export interface IdentityProvider {
  /** Returns the URL for the popup. Throws when the provider can't be reached. */
  authorizationUrl(secret: string): Promise<URL>;
  /**
   * Returns the identity for the query from the provider. Throws openid-client's errors, and an
   * UnauthorizedError if the email isn't verified.
   */
  identify(secret: string, query: URLSearchParams): Promise<VerifiedIdentity>;
}

const ID = /^[a-z][a-z0-9]{0,19}$/;
const RESERVED = ['google', 'github'];
const MAX_NAME_LENGTH = 30;

interface Values {
  GITHUB_CLIENT_ID?: string | undefined;
  GITHUB_CLIENT_SECRET?: string | undefined;
  GITHUB_URL: string;
  OIDC_PROVIDERS?: string | undefined;
}

/**
 * Returns the providers other than Google that the environment configures: GitHub, and those in
 * `OIDC_PROVIDERS`, each with `OIDC_{ID}_NAME`, `_ISSUER`, `_CLIENT_ID` and `_CLIENT_SECRET`.
 * `isIssuer` returns whether an address may be an issuer. Throws the result of `toError` for bad
 * settings.
 */
export function otherProvidersOf(
  values: Values,
  source: Record<string, string | undefined>,
  { isIssuer, toError }: { isIssuer(url: string): boolean; toError(lines: string[]): Error },
): ProviderSettings[] {
  const problems: string[] = [];
  const providers = [
    ...githubOf(values, problems),
    ...openIdProvidersOf(values.OIDC_PROVIDERS ?? '', source, { isIssuer, problems }),
  ];
  if (problems.length > 0) throw toError(problems);
  return providers;
}

function githubOf(values: Values, problems: string[]): ProviderSettings[] {
  const { GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret } = values;
  if (clientId === undefined && clientSecret === undefined) return [];
  if (clientId === undefined) {
    problems.push('GITHUB_CLIENT_ID: is missing, while GITHUB_CLIENT_SECRET is set');
  }
  if (clientSecret === undefined) {
    problems.push('GITHUB_CLIENT_SECRET: is missing, while GITHUB_CLIENT_ID is set');
  }
  if (clientId === undefined || clientSecret === undefined) return [];
  const issuer = values.GITHUB_URL.replace(/\/+$/, '');
  return [{ id: 'github', name: 'GitHub', kind: 'github', issuer, clientId, clientSecret }];
}

function openIdProvidersOf(
  list: string,
  source: Record<string, string | undefined>,
  { isIssuer, problems }: { isIssuer(url: string): boolean; problems: string[] },
): ProviderSettings[] {
  const ids = list.split(',').flatMap((part) => part.trim() || []);
  return ids.flatMap((id, index) => {
    if (!ID.test(id) || RESERVED.includes(id) || ids.indexOf(id) !== index) {
      problems.push(
        `OIDC_PROVIDERS: "${id}" must be lowercase letters and digits, other than google and github, and listed only once`,
      );
      return [];
    }
    const required = (part: string): string => {
      const name = `OIDC_${id.toUpperCase()}_${part}`;
      const value = source[name]?.trim() ?? '';
      if (value === '') problems.push(`${name}: is missing, while OIDC_PROVIDERS has "${id}"`);
      else if (part === 'ISSUER' && !isIssuer(value)) {
        problems.push(`${name}: must begin with https:// (except on this machine)`);
      } else if (part === 'NAME' && value.length > MAX_NAME_LENGTH) {
        problems.push(`${name}: must have at most ${MAX_NAME_LENGTH} characters`);
      }
      return value;
    };
    const [name, issuer] = [required('NAME'), required('ISSUER')];
    const [clientId, clientSecret] = [required('CLIENT_ID'), required('CLIENT_SECRET')];
    return [{ id, name, kind: 'openid' as const, issuer, clientId, clientSecret }];
  });
}

/** The relevant part of the environment's settings. */
interface Configured {
  google: ProviderSettings | undefined;
  providers: ProviderSettings[];
}

/** Returns all providers, Google first. */
export function allProviders({ google, providers }: Configured): ProviderSettings[] {
  return google ? [google, ...providers] : providers;
}

/** Throws a NotFoundError if the site doesn't have the provider. */
export function providerWithId(env: Configured, id: string): ProviderSettings {
  const provider = allProviders(env).find((each) => each.id === id);
  if (!provider) throw new NotFoundError('There is no such provider.');
  return provider;
}
