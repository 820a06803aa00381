import type { Act } from '../../islands/comments/writing.tsx';
import { keepWhole } from '../../islands/ui/keep-whole.ts';
import { rememberReturn } from '../../lib/navigate.ts';
import { keepUnsent, takeLike, unsentComment } from '../../stores/after-sign-in.ts';
import {
  draftPlaces,
  joinDrafts,
  type Place,
  readDraft,
  writeDraft,
} from '../../stores/comment-drafts.ts';
import { $user } from '../../stores/session.ts';
import { $thread, findShown } from '../../stores/thread.ts';
import { toast } from '../../stores/toasts.ts';
import { one } from '../dom.ts';
import { hideNote, showNote } from './note.ts';

const load = () => import('../../islands/comments/writing.tsx');

/** Opens a form or a dialog. Its code loads with the first one. */
export async function openWriting(
  act: Act,
  slot: HTMLElement,
  button?: HTMLElement,
): Promise<boolean> {
  if (button?.ariaBusy === 'true') return false;
  if (button) button.ariaBusy = 'true';
  try {
    const writing = await load();
    hideNote();
    writing.openWriting(act, slot);
    return true;
  } catch {
    showNote(
      "The form couldn't be loaded. Please check your connection. What you typed is still there.",
      () => void openWriting(act, slot, button),
    );
    return false;
  } finally {
    if (button) button.ariaBusy = null;
  }
}

/** The form for a comment takes over the field of the page as soon as a reader uses it. */
export function startForm(slot: HTMLElement): void {
  const form = one<HTMLFormElement>(slot, 'form');
  const field = one<HTMLTextAreaElement>(form, 'textarea');
  const untilUnused = watchUse(form);
  let opening: Promise<boolean> | undefined;
  const open = () => {
    opening ??= load()
      // openWriting says that it can't be loaded.
      .catch(() => undefined)
      .then(untilUnused)
      .then(() => openWriting({ kind: 'comment' }, slot));
    return opening.then((isOpen) => {
      if (!isOpen) opening = undefined;
      return isOpen;
    });
  };
  field.addEventListener('focus', () => void open());
  const { postId } = $thread.get();
  const kept = readDraft($user.get()?._id, postId);
  field.addEventListener('input', () => {
    writeDraft($user.get()?._id, postId, '', joinDrafts(kept, field.value));
    void open();
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (await open()) one<HTMLFormElement>(slot, 'form').requestSubmit();
  });
  keepWhole(field);
  slot.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('a[href="/signin"]')) keepForSignIn(slot);
  });
  showRules(slot, field);
  if (document.activeElement === field || field.value !== '') void open();
}

/** Those who follow the link to sign in come back to the form, with what they typed. */
function keepForSignIn(slot: HTMLElement): void {
  const path = `${window.location.pathname}#comments`;
  const text = slot.querySelector('textarea')?.value ?? '';
  rememberReturn(path);
  if (text.trim() !== '') keepUnsent({ postId: $thread.get().postId, place: '', text, path });
}

/** A browser may send the click this long after the finger is lifted, in milliseconds. */
const CLICK_MS = 50;

/**
 * Returns a function that waits until a form can be replaced: an input method that composes would
 * lose its text, and a button that is being pressed its click.
 */
function watchUse(form: HTMLFormElement): () => Promise<void> {
  let usedUntil = 0;
  for (const start of ['compositionstart', 'pointerdown']) {
    form.addEventListener(start, () => {
      usedUntil = Number.POSITIVE_INFINITY;
    });
  }
  for (const end of ['compositionend', 'pointerup', 'pointercancel']) {
    document.addEventListener(end, () => {
      usedUntil = performance.now() + CLICK_MS;
    });
  }
  return async () => {
    while (performance.now() < usedUntil) await new Promise((done) => setTimeout(done, CLICK_MS));
  };
}

/** Until the form is loaded, the page shows the maximum length, or that comments are closed. */
function showRules(slot: HTMLElement, field: HTMLTextAreaElement): void {
  $thread.subscribe(({ rules }) => {
    if (!rules) return;
    const isClosed = rules.openUntil !== null && Date.parse(rules.openUntil) <= Date.now();
    // What was typed stays until its author has copied it.
    slot.hidden = isClosed && !slot.querySelector('textarea')?.value;
    one(document, '#comments-closed').hidden = !isClosed;
    if (!field.isConnected) return;
    field.maxLength = rules.maxLength;
    const left = rules.maxLength - field.value.length;
    one(slot, '#comment-count').textContent = `${left} characters remaining`;
  });
}

/** Continues what was begun before a reload or signing in. */
export function resumeWriting(slot: HTMLElement): void {
  const { postId } = $thread.get();
  const user = $user.get();
  // A guest who comes back without signing in doesn't want it anymore.
  const like = takeLike();
  if (like && user) void likeNow(postId, like.commentId);
  const unsent = unsentComment();
  const isMine = unsent?.postId === postId && (!unsent.owner || unsent.owner === user?._id);
  const places = new Set(draftPlaces(user?._id, postId));
  if (isMine) places.add(unsent.place);
  for (const place of places) {
    if (place === '') void openWriting({ kind: 'comment' }, slot);
    else resumeAt(place);
  }
}

async function likeNow(postId: string, commentId: string): Promise<void> {
  try {
    const { applyLike } = await import('../../islands/comments/apply-like.ts');
    await applyLike(postId, commentId);
  } catch {
    toast("Your like couldn't be sent. Please try again.", 'error');
  }
}

/** Opens the text of a reply as a comment: what it answers is gone. */
export async function rescueReply(commentId: string): Promise<void> {
  const { postId } = $thread.get();
  const place: Place = `reply-${commentId}`;
  const isKept = draftPlaces($user.get()?._id, postId).includes(place);
  if (!isKept && unsentComment()?.place !== place) return;
  try {
    (await load()).openReplyAsComment(commentId, one(document, '#comment-form'));
  } catch {
    // The text is still there when the page loads again.
  }
}

/** Opens a reply or an edit as soon as its comment is shown. */
function resumeAt(place: Place): void {
  const [act, id] = place.startsWith('edit-')
    ? ['edit', place.slice(5)]
    : ['reply', place.slice(6)];
  const open = () => {
    const comment = findShown(id);
    // The file of the page doesn't have the text as it was typed.
    if (!comment || (act === 'edit' && comment.isFromPage)) return false;
    const article = document.getElementById(`comment-${id}`);
    article?.querySelector<HTMLElement>(`[data-act="${act}"]`)?.click();
    return true;
  };
  if (open()) return;
  const stop = $thread.listen(() => {
    if (open()) stop();
  });
}
