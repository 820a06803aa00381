import type { Act } from '../../islands/comments/writing.tsx';
import { takeLike, unsentComment } from '../../stores/after-sign-in.ts';
import { draftPlaces } from '../../stores/comment-drafts.ts';
import { $user } from '../../stores/session.ts';
import { $thread, findShown } from '../../stores/thread.ts';
import { one } from './dom.ts';
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
  let opening: Promise<boolean> | undefined;
  const open = () => {
    opening ??= afterComposing(field).then(() => openWriting({ kind: 'comment' }, slot));
    return opening.then((isOpen) => {
      if (!isOpen) opening = undefined;
      return isOpen;
    });
  };
  field.addEventListener('focus', () => void open());
  field.addEventListener('input', () => void open());
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (await open()) one<HTMLFormElement>(slot, 'form').requestSubmit();
  });
  showRules(slot, field);
  if (document.activeElement === field || field.value !== '') void open();
}

/** A field that is replaced while an input method composes would lose the text. */
async function afterComposing(field: HTMLTextAreaElement): Promise<void> {
  let isComposing = false;
  field.addEventListener('compositionstart', () => {
    isComposing = true;
  });
  await load().catch(() => undefined);
  if (!isComposing) return;
  await new Promise((done) => field.addEventListener('compositionend', done, { once: true }));
}

/** Until the form is loaded, the page says how long a comment may be, and whether one may write. */
function showRules(slot: HTMLElement, field: HTMLTextAreaElement): void {
  $thread.subscribe(({ rules }) => {
    if (!rules) return;
    const isClosed = rules.openUntil !== null && Date.parse(rules.openUntil) <= Date.now();
    slot.hidden = isClosed;
    one(document, '#comments-closed').hidden = !isClosed;
    if (!field.isConnected) return;
    field.maxLength = rules.maxLength;
    const left = rules.maxLength - field.value.length;
    one(slot, '#comment-count').textContent = `${left} characters remaining`;
  });
}

/** Continues what was begun before a reload or signing in. */
export async function resumeWriting(slot: HTMLElement): Promise<void> {
  const { postId } = $thread.get();
  const user = $user.get();
  const like = user && takeLike();
  if (like)
    (await import('../../islands/comments/apply-like.ts')).applyLike(postId, like.commentId);
  const unsent = unsentComment();
  const isMine = unsent?.postId === postId && (!unsent.owner || unsent.owner === user?._id);
  const places = new Set(draftPlaces(user?._id, postId));
  if (isMine) places.add(unsent.place);
  for (const place of places) {
    const comment = findShown(place.replace(/^(reply|edit)-/, ''));
    if (place === '') await openWriting({ kind: 'comment' }, slot);
    else if (comment) {
      const act = place.startsWith('reply-') ? 'reply' : 'edit';
      document
        .getElementById(`comment-${comment._id}`)
        ?.querySelector<HTMLElement>(`[data-act="${act}"]`)
        ?.click();
    }
  }
}
