import type { UserRow } from '../../../db/queries/users.ts';
import { type Answer, SITE, type TestApp } from '../../support/app.ts';
import { createAuthenticator } from '../../support/authenticator.ts';
import { cookiesOf } from '../../support/cookies.ts';

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** Adds a passkey to an account. `code`: needed while two-step verification is on. */
export async function addPasskey(
  { app, user, name, code }: { app: TestApp; user: UserRow; name?: string; code?: string },
  authenticator: Authenticator = createAuthenticator(SITE),
): Promise<Authenticator & { answer: Answer }> {
  const session = await app.signIn(user);
  const headers = { Cookie: session };
  const begun = await app.call('POST /api/auth/passkeys/begin', { json: { code }, headers });
  const credential = authenticator.create(begun.body);
  const answer = await app.call('POST /api/auth/passkeys', {
    json: { name, credential },
    headers: { Cookie: cookiesOf(session, begun) },
  });
  return { ...authenticator, answer };
}

/** Asks for a challenge and lets the authenticator answer it. */
export async function signInWith(
  app: TestApp,
  authenticator: Authenticator,
  answer?: Parameters<Authenticator['get']>[1],
): Promise<Answer> {
  const begun = await app.call('POST /api/auth/passkeys/signin/begin');
  const credential = authenticator.get(begun.body, answer);
  const headers = { Cookie: cookiesOf(begun) };
  return await app.call('POST /api/auth/passkeys/signin', { json: { credential }, headers });
}
