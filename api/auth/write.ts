import type { Db } from '../../db/client.ts';
import { findSessionWithUser } from '../../db/queries/sessions.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { ForbiddenError, ReauthenticateError, UnauthorizedError } from '../errors.ts';
import type { Services } from '../services.ts';
import { lockSession } from './lucia.ts';
import type { RequestSession } from './sessions.ts';

/** The signed-in user of a request. Behind the guard `signedIn`, `c.var` is one. */
export interface Caller {
  user: UserRow;
  session: RequestSession;
}

/** What a write requires of its caller, besides being signed in. */
export interface WriteRules<Ahead = undefined> {
  administrator?: boolean;
  /** The user must have proven their identity in the last `FRESH_SESSION_SECONDS`. */
  fresh?: boolean | ((user: UserRow) => boolean);
  /**
   * Statements that don't depend on the caller's role. They're sent together with the check of the
   * session, and after its lock, so that they take no further round trip. `work` gets the result.
   */
  ahead?(tx: Db): Promise<Ahead>;
}

/**
 * Runs a write on behalf of a signed-in user. Routes and verbs write as a user only through it. It
 * reads session, user and role again inside the transaction: the guard ran before the body arrived,
 * and in the meantime the session may have ended or the role may have changed. `work`: gets the
 * transaction and the current user. When it throws, nothing is written. Returns what `work`
 * returns. Throws UnauthorizedError, ForbiddenError or ReauthenticateError.
 */
export async function writeAs<T, Ahead = undefined>(
  { database, env, now }: Pick<Services, 'database' | 'env' | 'now'>,
  { session }: Caller,
  rules: WriteRules<Ahead>,
  work: (tx: Db, user: UserRow, ahead: Ahead) => Promise<T>,
): Promise<T> {
  return await database.transaction(async (tx) => {
    const [found, ahead] = await Promise.all([
      // Sent at once, so before the others.
      lockSession(tx, env.siteUrl, session.id),
      rules.ahead?.(tx),
    ]);
    if (!found.session) throw new UnauthorizedError();
    const user = found.user.row;
    if (rules.administrator && !user.isAdmin) throw onlyAdministrators();
    const fresh = typeof rules.fresh === 'function' ? rules.fresh(user) : rules.fresh;
    if (fresh) requireFresh({ env, now }, found.session);
    return await work(tx, user, ahead as Ahead);
  });
}

/**
 * Like `writeAs`, for a job: the call that asked for it has ended, and the job knows only the hash of
 * the session's id.
 */
export async function writeAsSession<T>(
  { database, now }: Pick<Services, 'database' | 'now'>,
  sessionHash: string,
  { administrator }: Pick<WriteRules, 'administrator'>,
  work: (tx: Db, user: UserRow) => Promise<T>,
): Promise<T> {
  return await database.transaction(async (tx) => {
    const found = await findSessionWithUser(tx, sessionHash);
    if (found === undefined || found.session.expiresAt <= now()) throw new UnauthorizedError();
    if (administrator && !found.user.isAdmin) throw onlyAdministrators();
    return await work(tx, found.user);
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
