import { createGitHub } from './github.ts';
import { createOpenIdProvider } from './openid.ts';
import { type IdentityProvider, type ProviderSettings, pathOfProvider } from './settings.ts';

/** `siteUrl` is the site's origin, to which the provider sends people back. */
export function createIdentityProvider(
  settings: ProviderSettings,
  siteUrl: string,
  now: () => Date,
): IdentityProvider {
  const redirectUri = `${siteUrl}${pathOfProvider(settings.id)}/callback`;
  return settings.kind === 'github'
    ? createGitHub(settings, redirectUri)
    : createOpenIdProvider(settings, redirectUri, now);
}
