import type { ProfileChanges, User } from '../../../../api/contract/users.ts';

/** Returns the fields that differ, trimmed like at sign-in. A blank password means no change. */
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

const DRAFT_KEY = 'profile-draft';

type Draft = Omit<ProfileChanges, 'password'>;

/** Saves unsent edits while the user signs in again. Never the password, which would be readable. */
export function saveDraft(userId: string, { username, email, profilePicture }: Draft): void {
  try {
    const draft = { userId, username, email, profilePicture };
    sessionStorage.setItem(DRAFT_KEY, JSON.stringify(draft));
  } catch {
    // Without storage, the edits are lost when the page closes.
  }
}

/** Returns the draft that this user saved in this tab, once. */
export function takeDraft(userId: string): Draft | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(DRAFT_KEY) ?? 'null');
    sessionStorage.removeItem(DRAFT_KEY);
    if (typeof stored !== 'object' || stored === null) return null;
    const entries = Object.entries(stored).filter(([, value]) => typeof value === 'string');
    const { userId: owner, ...draft } = Object.fromEntries(entries);
    return owner === userId && Object.keys(draft).length > 0 ? draft : null;
  } catch {
    return null;
  }
}
