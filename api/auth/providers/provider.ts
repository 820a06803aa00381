import { providerPath } from '../../contract/identities.ts';
import { createGitHub } from './github.ts';
import { createOpenIdProvider } from './openid.ts';
import type { IdentityProvider, ProviderSettings } from './settings.ts';

/** `siteUrl` is the site's origin, to which the provider redirects back. */
export function createIdentityProvider(
  settings: ProviderSettings,
  siteUrl: string,
  now: () => Date,
): IdentityProvider {
  const redirectUri = `${siteUrl}${providerPath(settings.id)}/callback`;
  return settings.kind === 'github'
    ? createGitHub(settings, redirectUri)
    : createOpenIdProvider(settings, redirectUri, now);
}
