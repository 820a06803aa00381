const PREFIX = 'comment-draft:';
const keyOf = (postId: string) => PREFIX + postId;

/** The text that was being written under a post in this tab; empty when there is none. */
export function readDraft(postId: string): string {
  try {
    return sessionStorage.getItem(keyOf(postId)) ?? '';
  } catch {
    return '';
  }
}

/** Keeps the text over reloads and the way to sign-in and back. An empty one is forgotten. */
export function writeDraft(postId: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(postId));
    else sessionStorage.setItem(keyOf(postId), text);
  } catch {
    // Without storage the text lives as long as the page.
  }
}

/** How many comments were begun in this tab and not sent. */
export function countCommentDrafts(): number {
  return draftKeys().length;
}

/** Removes every comment that was begun in this tab. */
export function clearCommentDrafts(): void {
  for (const key of draftKeys()) sessionStorage.removeItem(key);
}

function draftKeys(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}
