import { createHash } from 'node:crypto';
import { BadRequestError } from '../errors.ts';
import type { Services } from '../services.ts';
import { readOwnerSettings } from '../settings/owner-settings.ts';

/** The service sees 5 of the hash's 40 characters, which thousands of passwords share. */
const RANGE_URL = 'https://api.pwnedpasswords.com/range/';
const PREFIX_LENGTH = 5;
const TIMEOUT_MS = 2_000;

/**
 * Throws a BadRequestError if Have I Been Pwned knows the password from a breach. Does nothing
 * unless the owner has enabled `checkPwned`. If the service can't be reached, the password is
 * accepted.
 */
export async function requireNotBreached(
  { database, log }: Pick<Services, 'database' | 'log'>,
  password: string,
): Promise<void> {
  const { checkPwned } = await readOwnerSettings(database.read);
  if (!checkPwned) return;
  const isKnown = await isInBreach(password).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason }, 'the list of breached passwords could not be reached');
    return false;
  });
  if (!isKnown) return;
  throw new BadRequestError(
    'Password is known from a data breach of another site. Please choose another.',
  );
}

async function isInBreach(password: string): Promise<boolean> {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
  const response = await fetch(RANGE_URL + hash.slice(0, PREFIX_LENGTH), {
    // The size of the response would reveal the requested range.
    headers: { 'Add-Padding': 'true' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const rest = hash.slice(PREFIX_LENGTH);
  // "SUFFIX:COUNT"; padding has the count 0.
  return (await response.text())
    .split('\r\n')
    .some((line) => line.startsWith(`${rest}:`) && line !== `${rest}:0`);
}
