import type { UserRow } from '../../db/queries/users.ts';
import { FOREVER } from '../contract/users.ts';
import { ForbiddenError } from '../errors.ts';

const DATE = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

type Suspension = Pick<UserRow, 'suspendedUntil' | 'suspendedReason'>;

export function isSuspended(
  { suspendedUntil }: Pick<Suspension, 'suspendedUntil'>,
  now: Date,
): boolean {
  return suspendedUntil !== null && suspendedUntil > now;
}

/**
 * Throws a ForbiddenError with the code `suspended`. Its message gives the end date and the reason.
 */
export function requireNotSuspended(user: Suspension, now: Date): void {
  const { suspendedUntil: until, suspendedReason: reason } = user;
  if (until === null || !isSuspended(user, now)) return;
  const end = until.toISOString() === FOREVER ? '' : ` until ${DATE.format(until)} UTC`;
  const why = reason === '' ? '' : ` Reason: ${reason}`;
  throw new ForbiddenError(`Your account is suspended${end}.${why}`, 'suspended');
}
