/** src/scripts/page.ts knows it too. */
const KEY = 'suggested-username';

export interface SuggestedUsername {
  userId: string;
  username: string;
}

/** Leaves the suggestion for a new account to the page that this tab opens next. */
export function leaveSuggestion(suggestion: SuggestedUsername): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(suggestion));
  } catch {
    // Then the account keeps its neutral name until its owner changes it in the profile.
  }
}

/** The suggestion for this user; null when there is none. */
export function readSuggestion(userId: string): SuggestedUsername | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    if (!('userId' in stored && 'username' in stored) || stored.userId !== userId) return null;
    return typeof stored.username === 'string' ? { userId, username: stored.username } : null;
  } catch {
    return null;
  }
}

/** It was asked: not again. */
export function forgetSuggestion(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept either.
  }
}
