/** A way to sign in without a password of ours: Google, GitHub, or another OpenID provider. */
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
  /** The provider's id, or null for one that the site no longer has. */
  provider: string | null;
  name: string;
  linkedAt: string;
}

export interface IdentityList {
  identities: LinkedIdentity[];
  /** What else can be linked. */
  providers: SignInProvider[];
}
