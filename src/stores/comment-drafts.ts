const PREFIX = 'comment-draft:';

/** The user's id is part of the key, so that other users of this tab don't see the draft. */
const keyOf = (userId: string, postId: string) => `${PREFIX}${userId}:${postId}`;

/** Returns the draft of a user's comment on a post in this tab, or an empty string. */
export function readDraft(userId: string, postId: string): string {
  try {
    return sessionStorage.getItem(keyOf(userId, postId)) ?? '';
  } catch {
    return '';
  }
}

/** Saves a draft across reloads and signing in again. An empty text deletes it. */
export function writeDraft(userId: string, postId: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(userId, postId));
    else sessionStorage.setItem(keyOf(userId, postId), text);
  } catch {
    // Without storage, the text is lost when the page closes.
  }
}

/** Returns the number of unsent comments in this tab. */
export function countCommentDrafts(): number {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX)).length;
  } catch {
    return 0;
  }
}
