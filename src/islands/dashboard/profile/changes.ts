import type { ProfileChanges, User } from '../../../lib/api.ts';

/**
 * What of the form differs from the account, and so is sent. Values are trimmed as the sign-in form trims
 * them: a password with a space at its end could not be typed there. A blank password stays as it is.
 */
export function changesOf(user: User, edits: ProfileChanges): ProfileChanges {
  const changes: ProfileChanges = {};
  for (const field of ['username', 'email', 'profilePicture'] as const) {
    const value = edits[field]?.trim();
    if (value !== undefined && value !== user[field]) changes[field] = value;
  }
  const password = edits.password?.trim();
  if (password) changes.password = password;
  return changes;
}
