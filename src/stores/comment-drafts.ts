/** How the keys of drafts begin. The user's id follows, so that other users don't see them. */
const PREFIX = 'comment-draft:';
/** The owner of drafts before signing in. */
const GUEST = 'guest';

/** Where a comment is written: `''` is the form of the post, others are replies and edits. */
export type Place = '' | `reply-${string}` | `edit-${string}`;

const startOf = (userId: string | undefined, postId: string) =>
  `${PREFIX}${userId ?? GUEST}:${postId}`;
const keyOf = (userId: string | undefined, postId: string, place: Place) =>
  startOf(userId, postId) + (place && `:${place}`);

/** Returns a draft of a user, or of a guest, in this tab, or an empty string. */
export function readDraft(userId: string | undefined, postId: string, place: Place = ''): string {
  try {
    return sessionStorage.getItem(keyOf(userId, postId, place)) ?? '';
  } catch {
    return '';
  }
}

/** Saves a draft across reloads and signing in again. An empty text deletes it. */
export function writeDraft(
  userId: string | undefined,
  postId: string,
  place: Place,
  text: string,
): void {
  const key = keyOf(userId, postId, place);
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Without storage, the text is lost when the page closes.
  }
}

/** Adds a text to a draft, unless it has it already. */
export function joinDrafts(draft: string, text: string): string {
  if (draft.includes(text)) return draft;
  return [draft.trimEnd(), text].filter(Boolean).join('\n\n');
}

/** Returns the places of a post where this user, or a guest, has a draft in this tab. */
export function draftPlaces(userId: string | undefined, postId: string): Place[] {
  const starts = [startOf(undefined, postId), ...(userId ? [startOf(userId, postId)] : [])];
  const places = keys().flatMap((key) =>
    starts.flatMap((start) => {
      if (key !== start && !key.startsWith(`${start}:`)) return [];
      return key.slice(start.length + 1) as Place;
    }),
  );
  return [...new Set(places)];
}

/** Returns the number of unsent comments in this tab. */
export function countCommentDrafts(): number {
  return keys().filter((key) => key.startsWith(PREFIX)).length;
}

function keys(): string[] {
  try {
    return Object.keys(sessionStorage);
  } catch {
    return [];
  }
}
