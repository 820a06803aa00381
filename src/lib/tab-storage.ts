/**
 * The signed-in user's unsaved work in this tab's session storage. Without storage, nothing is kept
 * and nothing throws.
 */
const SUGGESTION = 'suggested-username';
/** Keys, or how they start. */
const USER_KEYS = [
  'comment-draft:',
  'like-later',
  'last-draft',
  'profile-draft',
  'site-settings',
  'editor-place:',
  SUGGESTION,
];
const CHANNEL = 'inkwell-signed-out';
/** A key of stores/after-sign-in.ts. It's here because guarded pages only remove it. */
export const UNSENT_COMMENT = 'unsent-comment';

/** Shown on the page that opens after signing out. */
export const SIGNED_OUT = "You're signed out.";

/** Removes a comment that was kept for after signing in. */
export function forgetUnsent(): void {
  try {
    localStorage.removeItem(UNSENT_COMMENT);
  } catch {
    // No storage.
  }
}

/** Removes the user's unsaved work from this tab. */
export function clearTab(): void {
  forgetUnsent();
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (USER_KEYS.some((start) => key.startsWith(start))) sessionStorage.removeItem(key);
    }
  } catch {
    // No storage.
  }
}

/** Clears this tab, and calls `onSignOut` in all tabs. */
export function clearAllTabs(): void {
  clearTab();
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('clear');
  channel.close();
}

/** Clears this tab when the user signs out in another one. Returns a cleanup function. */
export function clearWithOthers(): () => void {
  return onSignOut(clearTab);
}

/** Calls a function when the user signs out, in this or another tab. Returns a cleanup function. */
export function onSignOut(clear: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = clear;
  return () => channel.close();
}

/** A username for a new Google account, made from the person's name. */
export interface SuggestedUsername {
  userId: string;
  username: string;
}

/** Saves the suggestion for the next page that this tab opens. */
export function saveSuggestion(suggestion: SuggestedUsername): void {
  try {
    sessionStorage.setItem(SUGGESTION, JSON.stringify(suggestion));
  } catch {
    // The account keeps its neutral name until its owner changes it in the profile.
  }
}

/** Returns the suggestion for this user, or `null`. */
export function readSuggestion(userId: string): SuggestedUsername | null {
  try {
    const stored: SuggestedUsername | null = JSON.parse(
      sessionStorage.getItem(SUGGESTION) ?? 'null',
    );
    return stored?.userId === userId ? stored : null;
  } catch {
    return null;
  }
}

export function removeSuggestion(): void {
  try {
    sessionStorage.removeItem(SUGGESTION);
  } catch {
    // No storage.
  }
}
