import type { Db } from '../../db/client.ts';
import type { UserRow } from '../../db/queries/users.ts';
import type { Services } from '../services.ts';
import { queueMail } from './queue.ts';
import type { SignInChangePayload } from './texts/notices.ts';

// Messages about the security of an account, in the transaction of what they report. They aren't
// counted against the limits of mail that people ask for.

type Needs = Pick<Services, 'env' | 'now' | 'mailer'>;
type Subject = Pick<UserRow, 'id' | 'username' | 'email' | 'emailVerified'>;

export async function notifyPasswordChanged(tx: Db, services: Needs, user: Subject) {
  const payload = { username: user.username, at: services.now().toISOString() };
  await queueMail(tx, services, { kind: 'password-changed', to: user.email, payload });
}

/** `name`: what the owner calls the passkey. */
export async function notifyPasskeyAdded(tx: Db, services: Needs, user: Subject, name: string) {
  const payload = { username: user.username, at: services.now().toISOString(), name };
  await queueMail(tx, services, { kind: 'passkey-added', to: user.email, payload });
}

/** `name`: of the provider or the passkey; empty for two-step verification. */
export async function notifySignInChange(
  tx: Db,
  services: Needs,
  user: Subject,
  { change, name = '' }: { change: SignInChangePayload['change']; name?: string },
) {
  const payload = { username: user.username, at: services.now().toISOString(), change, name };
  await queueMail(tx, services, { kind: 'sign-in-change', to: user.email, payload });
}

/**
 * Reports a sign-in from a browser that never signed in to this account. `browser`: such as
 * "Firefox on Linux"; may be empty. Once a day and browser. Once a day in all while the email isn't
 * verified: it may belong to someone who never heard of this site.
 */
export async function notifyNewBrowser(
  tx: Db,
  services: Needs,
  user: Subject,
  { browser, address }: { browser: string; address: string },
) {
  const at = services.now().toISOString();
  const day = at.slice(0, 10);
  const source = user.emailVerified ? `${browser}:${address}` : '';
  await queueMail(tx, services, {
    kind: 'new-browser',
    to: user.email,
    payload: { username: user.username, at, browser },
    dedupeKey: `new-browser:${user.id}:${day}:${source}`,
  });
}
