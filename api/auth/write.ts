import type { Db } from '../../db/client.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { ForbiddenError, ReauthenticateError, UnauthorizedError } from '../errors.ts';
import type { Services } from '../services.ts';
import { peekSession } from './lucia.ts';
import type { RequestSession } from './sessions.ts';

/** The signed-in user of a call, as the guard found them. Behind `signedIn`, `c.var` is one. */
export interface Caller {
  user: UserRow;
  session: RequestSession;
}

/** What a write asks of its caller, beyond being signed in. */
export interface WriteRules {
  administrator?: boolean;
  /** The user must have proven who they are within the last `FRESH_SESSION_SECONDS`. */
  fresh?: boolean | ((user: UserRow) => boolean);
}

/**
 * Runs a write on behalf of a signed-in user: the only way for routes and verbs to write as a user.
 * Session, user and role are read again inside the transaction. The guard ran before the body was
 * read, and the body may have taken long enough for the session to end or the role to change.
 *
 * @param work gets the transaction and the user as the database has them now
 * @returns what `work` returns; when it throws, nothing is written
 * @throws {UnauthorizedError} when the session has ended or the user was deleted
 * @throws {ForbiddenError} when the caller isn't an administrator (any more) and must be
 * @throws {ReauthenticateError} when the session isn't fresh and must be
 */
export async function writeAs<T>(
  { database, env, now }: Pick<Services, 'database' | 'env' | 'now'>,
  { session }: Caller,
  rules: WriteRules,
  work: (tx: Db, user: UserRow) => Promise<T>,
): Promise<T> {
  return await database.transaction(async (tx) => {
    const found = await peekSession(tx, env.siteUrl, session.id);
    if (!found.session) throw new UnauthorizedError();
    const user = found.user.row;
    if (rules.administrator && !user.isAdmin) throw onlyAdministrators();
    const fresh = typeof rules.fresh === 'function' ? rules.fresh(user) : rules.fresh;
    if (fresh) requireFresh({ env, now }, found.session);
    return await work(tx, user);
  });
}

/** Throws a ReauthenticateError when the last proof of identity in this session is too old. */
export function requireFresh(
  { env, now }: Pick<Services, 'env' | 'now'>,
  { provenAt }: { provenAt: Date },
): void {
  const age = now().getTime() - provenAt.getTime();
  if (age >= env.freshSessionSeconds * 1000) throw new ReauthenticateError();
}

export function onlyAdministrators(): ForbiddenError {
  return new ForbiddenError('Only administrators may do this.');
}
