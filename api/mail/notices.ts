import type { Db } from '../../db/client.ts';
import type { UserRow } from '../../db/queries/users.ts';
import type { Services } from '../services.ts';
import { queueMail } from './queue.ts';
import type { SignInChangePayload } from './texts/notices.ts';

// Security notices to the owner of an account, queued in the transaction of the event that they
// report. They don't count against the limits of requested mail.

type Needs = Pick<Services, 'env' | 'now' | 'mailer'>;
type Subject = Pick<UserRow, 'id' | 'username' | 'email' | 'emailVerified'>;

export async function notifyPasswordChanged(tx: Db, services: Needs, user: Subject) {
  const payload = { username: user.username, at: services.now().toISOString() };
  await queueMail(tx, services, { kind: 'password-changed', to: user.email, payload });
}

/** `name` is the passkey's. */
export async function notifyPasskeyAdded(tx: Db, services: Needs, user: Subject, name: string) {
  const payload = { username: user.username, at: services.now().toISOString(), name };
  await queueMail(tx, services, { kind: 'passkey-added', to: user.email, payload });
}

/** `name` is the provider's or the passkey's; empty for two-step verification. */
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
 * Reports a sign-in from a browser that never signed in to this account. `browser` is a name such
 * as "Firefox on Linux", or empty. At most one mail a day per browser. While the email isn't
 * verified, at most one a day in total: it may belong to a person who never heard of this site.
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
