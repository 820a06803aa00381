import { useState } from 'react';
import { takeUnsent, updateUnsent } from '../../../stores/after-sign-in.ts';
import { joinDrafts, type Place, readDraft, writeDraft } from '../../../stores/comment-drafts.ts';

/** Where a new comment goes. */
export interface Target {
  postId: string;
  place: Place;
  /** The comment that it answers. */
  parentId: string | null;
}

/** The text of a field, which is kept until it is sent. */
export function useText({ postId, place }: Target, userId: string | undefined) {
  const [text, setText] = useState(() => startText(userId, postId, place));
  return {
    text,
    /** Shows another text without changing the stored one. */
    show: setText,
    type(value: string) {
      setText(value);
      writeDraft(userId, postId, place, value);
      updateUnsent(userId, postId, place, value);
    },
  };
}

/**
 * Returns the text that a user typed here earlier. A guest's text goes to the user who signs in, in
 * the same tab or, through a link from a mail, in another one.
 */
export function startText(userId: string | undefined, postId: string, place: Place): string {
  const unsent = takeUnsent(userId, postId, place);
  const asGuest = readDraft(undefined, postId, place) || (unsent?.text ?? '');
  if (userId === undefined) return asGuest;
  const own = readDraft(userId, postId, place);
  const text = joinDrafts(own, asGuest);
  writeDraft(userId, postId, place, text);
  writeDraft(undefined, postId, place, '');
  return text;
}
