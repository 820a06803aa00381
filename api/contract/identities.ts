/** A way to sign in without our password: Google, GitHub, or another OpenID provider. */
export interface SignInProvider {
  id: string;
  name: string;
}

export const GOOGLE: SignInProvider = { id: 'google', name: 'Google' };

/** Returns the path of a provider's calls. */
export function providerPath(id: string): string {
  return id === GOOGLE.id ? '/api/auth/google' : `/api/auth/provider/${id}`;
}

/** An account at a provider, linked to the user's. */
export interface LinkedIdentity {
  _id: string;
  /** The provider's id, or `null` if the site no longer has it. */
  provider: string | null;
  name: string;
  linkedAt: string;
}

export interface IdentityList {
  identities: LinkedIdentity[];
  /** Providers that can still be linked. */
  providers: SignInProvider[];
}
