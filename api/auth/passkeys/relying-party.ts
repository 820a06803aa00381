import { passkeyHost } from '../../contract/passkeys.ts';
import type { Env } from '../../env.ts';
import { NotFoundError } from '../../errors.ts';

/** The site that passkeys belong to. */
export interface RelyingParty {
  /** The host name of `SITE_URL`. */
  id: string;
  origin: string;
}

/** Throws a NotFoundError where browsers don't offer passkeys. */
export function relyingParty({ siteUrl }: Pick<Env, 'siteUrl'>): RelyingParty {
  const id = passkeyHost(siteUrl);
  if (id === undefined) {
    throw new NotFoundError(
      'Passkeys need HTTPS and a domain name, such as https://blog.example.com.',
    );
  }
  return { id, origin: siteUrl };
}
