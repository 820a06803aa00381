import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { BadRequestError } from '../errors.ts';
import { isInFilter } from './password-filter.ts';

export const MIN_PASSWORD_LENGTH = 8;
const MAX_LENGTH = 128;
/** In UTF-16 units: a character has at most four code points, of two units each. */
const MAX_UNITS = 8 * MAX_LENGTH;

/** Created by scripts/password-filter.ts. */
const COMMON_PASSWORDS = new URL('./common-passwords.bloom', import.meta.url);
/** Longer repetitions and runs aren't common. */
const MAX_PATTERN_LENGTH = 10;
const RUNS = ['01234567890', 'abcdefghijklmnopqrstuvwxyz'];
/**
 * The minimum length of a username. Shorter names in email addresses are part of many good
 * passwords.
 */
const MIN_NAME_LENGTH = 3;

/**
 * The rules for a new password: 8 to 128 characters as people count them (an emoji is one), any
 * character, not one of the most common. Never trimmed: a space at the end is part of it.
 */
export const newPassword = z.string('Password must be text.').superRefine((password, context) => {
  // Normalizing a long text with out-of-order accents takes seconds.
  const isShort = password.length <= MAX_UNITS;
  const length = isShort ? [...password.normalize('NFC')].length : Infinity;
  const refuse = (message: string) => context.addIssue({ code: 'custom', message });
  if (length < MIN_PASSWORD_LENGTH)
    refuse(`Password must have at least ${MIN_PASSWORD_LENGTH} characters.`);
  else if (length > MAX_LENGTH) refuse(`Password must have at most ${MAX_LENGTH} characters.`);
  else if (isCommonPassword(password)) {
    refuse('This password is one of the most common ones. Please choose another.');
  }
});

interface OwnNames {
  username: string;
  email: string;
  siteName: string;
}

/**
 * Throws a BadRequestError if a password contains the account's username, the name in its email
 * address or the name of the site: attackers try these first.
 */
export function requireNoOwnNames(password: string, { username, email, siteName }: OwnNames): void {
  const folded = fold(password);
  const contains = (name: string) => name.length >= MIN_NAME_LENGTH && folded.includes(fold(name));
  const refuse = (what: string) =>
    new BadRequestError(`Password must not contain ${what}. Please choose another.`);
  // The part after a plus sign is only a label.
  const [mailName = ''] = email.split(/[@+]/);
  if (contains(username)) throw refuse('the username');
  if (contains(mailName)) throw refuse('the name in the email address');
  if (contains(siteName) || contains(siteName.replace(/\s+/g, ''))) {
    throw refuse('the name of this site');
  }
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

let commonPasswords: Uint8Array | undefined;

/**
 * Returns whether it's one of the million most common passwords in breaches, ignoring letter case,
 * or a short repetition or run ("aaaaaaaa", "87654321"), which the list omits.
 */
function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  commonPasswords ??= readFileSync(COMMON_PASSWORDS);
  return isPattern(text) || isInFilter(commonPasswords, text);
}

function isPattern(text: string): boolean {
  if (text.length > MAX_PATTERN_LENGTH) return false;
  const backwards = [...text].reverse().join('');
  return (
    /^(.{1,4})\1+$/.test(text) || RUNS.some((run) => run.includes(text) || run.includes(backwards))
  );
}
