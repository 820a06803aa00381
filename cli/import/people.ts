import { slugOf } from '../../api/post-fields/slug.ts';
import type { RawRecord } from '../import-sources.ts';
import { placeholderEmail } from '../user-records.ts';

interface Person {
  /** From `stableId`. */
  id: string;
  /** As the old site shows it. */
  name: string;
  role: 'author' | 'reader';
  /** ISO 8601: when they first wrote something. */
  createdAt: string;
  bio?: string;
}

/**
 * Returns the account of someone who has none here. It has no email and no password, so no one can
 * sign in to it.
 */
export function personRecord({ id, name, ...person }: Person): RawRecord {
  const updatedAt = person.createdAt;
  const raw = { _id: id, username: usernameOf(name), email: placeholderEmail(id), ...person };
  return { collection: 'users', raw: { ...raw, updatedAt } };
}

/** "Mary Ann O'Neil" → "Mary-Ann-O-Neil". The import adds a number to one that's taken. */
export function usernameOf(name: string): string {
  const plain = name.normalize('NFKC').trim().slice(0, 200);
  const kept = tidy(plain);
  if (/^[\x20-\x7e]*$/.test(plain) && kept.length >= 3) return kept;
  const made = tidy(plain === '' ? '' : slugOf(plain));
  return made.length >= 3 ? made : `user-${made || 'guest'}`;
}

function tidy(text: string): string {
  return text
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/^[-.]+/, '')
    .slice(0, 30)
    .replace(/[-.]+$/, '');
}
