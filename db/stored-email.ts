import { domainToASCII } from 'node:url';

const ASCII = /^[\0-\x7f]*$/;
/** Longer domains are never valid, and converting them takes time. */
const MAX_DOMAIN_LENGTH = 254;

/**
 * Returns an email as it is stored: trimmed, in lowercase, and with the `xn--` form of a Unicode
 * domain.
 */
export function storedEmail(email: string): string {
  const text = email.trim().toLowerCase();
  const at = text.lastIndexOf('@') + 1;
  const domain = text.slice(at);
  if (at === 0 || ASCII.test(domain) || domain.length > MAX_DOMAIN_LENGTH) return text;
  return text.slice(0, at) + (domainToASCII(domain) || domain);
}
