import type { ProfileChanges } from '../../../lib/api.ts';

const KEY = 'profile-draft';

type Draft = Omit<ProfileChanges, 'password'>;

/** Keeps what was typed over the way to sign-in and back. Never the password: it would lie there readable. */
export function keepDraft(userId: string, { username, email, profilePicture }: Draft): void {
  try {
    const draft = { userId, username, email, profilePicture };
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Without storage the text lives as long as the page.
  }
}

/** Gives the draft that this user has left in this tab, once. */
export function takeDraft(userId: string): Draft | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    sessionStorage.removeItem(KEY);
    if (typeof stored !== 'object' || stored === null) return null;
    const entries = Object.entries(stored).filter(([, value]) => typeof value === 'string');
    const { userId: owner, ...draft } = Object.fromEntries(entries);
    return owner === userId && Object.keys(draft).length > 0 ? draft : null;
  } catch {
    return null;
  }
}
