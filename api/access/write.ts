import type { Db } from '../../db/client.ts';
import { lockSessionWithUser } from '../../db/queries/sessions.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { ReauthenticateError, type TooManyRequestsError, UnauthorizedError } from '../errors.ts';
import { createLimiter, takePointWithin } from '../ratelimit/limiter.ts';
import type { LimitName } from '../ratelimit/limits.ts';
import type { Services } from '../services.ts';
import type { Client } from './client.ts';
import { hashSessionId } from './lucia.ts';
import { requireVerb, type Verb } from './permissions.ts';
import type { RequestSession } from './sessions.ts';
import { requireNotSuspended } from './suspension.ts';

/** The signed-in user of a request. Behind the guard `signedIn`, `c.var` is a Caller. */
export interface Caller {
  user: UserRow;
  session: RequestSession;
  client: Client;
}

/** Requirements for the caller of a write, besides being signed in. */
export interface WriteRules {
  /** The role must allow it, at least on the caller's own things. `work` checks the owner. */
  verb?: Verb;
  /** The user must have proven their identity in the last `FRESH_SESSION_SECONDS`. */
  fresh?: boolean | ((user: UserRow) => boolean);
  /**
   * Locks rows that other writes lock too, before the caller's own: a different order would
   * deadlock.
   */
  lockFirst?(tx: Db): Promise<unknown>;
  /**
   * Takes one of the user's points of this limit. If none is left, throws a TooManyRequestsError
   * and writes nothing. `what` starts the message, such as "Too many saves".
   */
  limit?: { name: LimitName; what: string };
}

/**
 * Runs a write on behalf of a signed-in user. Every write as a user goes through it. It reads
 * session, user and role again inside the transaction: the guard ran before the body arrived, and
 * since then the session may have ended or the role may have changed. `work` gets the transaction
 * and the current user; if it throws, nothing is written. Returns the result of `work`. Throws
 * UnauthorizedError, ForbiddenError or ReauthenticateError.
 */
export async function writeAs<T>(
  services: Pick<Services, 'database' | 'env' | 'now' | 'limits'>,
  { session, user: guarded }: Caller,
  rules: WriteRules,
  work: (tx: Db, user: UserRow) => Promise<T>,
): Promise<T> {
  const written = await services.database.transaction(async (tx) => {
    await rules.lockFirst?.(tx);
    const [user, refusal] = await Promise.all([
      lockCaller(services, tx, hashSessionId(session.id), rules),
      takeLimit(services, tx, guarded, rules),
    ]);
    return refusal ? { refusal } : { result: await work(tx, user) };
  });
  // Throw outside the transaction: inside, it would roll back the point.
  if ('refusal' in written) throw written.refusal;
  return written.result;
}

async function takeLimit(
  services: Pick<Services, 'database' | 'env' | 'now' | 'limits'>,
  tx: Db,
  { id }: Pick<UserRow, 'id'>,
  { limit }: WriteRules,
): Promise<TooManyRequestsError | undefined> {
  if (limit === undefined) return undefined;
  return await takePointWithin(tx, createLimiter(services, limit.name), id, limit.what);
}

/**
 * Like `writeAs`, for a job. Its call has ended, and the job knows only the hash of the session's
 * id.
 */
export async function writeAsSession<T>(
  services: Pick<Services, 'database' | 'env' | 'now'>,
  sessionHash: string,
  rules: Pick<WriteRules, 'verb'>,
  work: (tx: Db, user: UserRow) => Promise<T>,
): Promise<T> {
  return await services.database.transaction(async (tx) =>
    work(tx, await lockCaller(services, tx, sessionHash, rules)),
  );
}

/** Locks the session and its user, and returns the user. Throws when a rule isn't met. */
async function lockCaller(
  { env, now }: Pick<Services, 'env' | 'now'>,
  tx: Db,
  sessionHash: string,
  rules: WriteRules,
): Promise<UserRow> {
  const found = await lockSessionWithUser(tx, sessionHash);
  if (found === undefined || found.session.expiresAt <= now()) throw new UnauthorizedError();
  const { user, session } = found;
  requireNotSuspended(user, now());
  if (rules.verb) requireVerb(rules.verb, found);
  const fresh = typeof rules.fresh === 'function' ? rules.fresh(user) : rules.fresh;
  if (fresh) requireFresh({ env, now }, session);
  return user;
}

/** Throws a ReauthenticateError when the last proof of identity in this session is too old. */
export function requireFresh(
  { env, now }: Pick<Services, 'env' | 'now'>,
  { provenAt }: { provenAt: Date },
): void {
  const age = now().getTime() - provenAt.getTime();
  if (age >= env.freshSessionSeconds * 1000) throw new ReauthenticateError();
}
