const PREFIX = 'comment-draft:';

/** With the user's id: nobody else who signs in in this tab is shown it. */
const keyOf = (userId: string, postId: string) => `${PREFIX}${userId}:${postId}`;

/** The text that a user was writing under a post in this tab; empty when there is none. */
export function readDraft(userId: string, postId: string): string {
  try {
    return sessionStorage.getItem(keyOf(userId, postId)) ?? '';
  } catch {
    return '';
  }
}

/** Keeps the text over reloads and the way to sign-in and back. An empty one is forgotten. */
export function writeDraft(userId: string, postId: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(userId, postId));
    else sessionStorage.setItem(keyOf(userId, postId), text);
  } catch {
    // Without storage the text lives as long as the page.
  }
}

/** How many comments were begun in this tab and not sent. */
export function countCommentDrafts(): number {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX)).length;
  } catch {
    return 0;
  }
}
