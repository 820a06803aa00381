import { z } from 'zod';
import { storedEmail } from '../db/stored-email.ts';

const MAX_LENGTH = 254;
/**
 * A dot-atom (RFC 5322) and a domain in ASCII form, such as `o'brien+blog@mail.example.com`. Quoted
 * and non-ASCII names and IP addresses aren't accepted: few servers deliver to them.
 */
const EMAIL =
  /^(?=.{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** Returns the schema of an email address. Parses it to the form in which emails are stored. */
export function emailNamed(name: string) {
  return z
    .string(`${name} must be text.`)
    .transform(storedEmail)
    .pipe(z.string().max(MAX_LENGTH, `${name} must have at most ${MAX_LENGTH} characters.`))
    .pipe(z.email({ pattern: EMAIL, error: `${name} is not a valid address.` }));
}
