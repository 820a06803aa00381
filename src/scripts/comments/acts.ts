import type { Act } from '../../islands/comments/writing.tsx';
import { requestMessage, statusOf } from '../../islands/ui/request.ts';
import { call } from '../../lib/api.ts';
import { likeLater } from '../../stores/after-sign-in.ts';
import { $user, signOutSuccess } from '../../stores/session.ts';
import {
  removeComment,
  replaceComment,
  type ShownComment,
  withLikeToggled,
} from '../../stores/thread.ts';
import { toast } from '../../stores/toasts.ts';
import { one } from '../dom.ts';
import { commentAt } from './comment.ts';
import { openWriting } from './writing.ts';

/** Starts the buttons below each comment. */
export function startActs(list: HTMLElement): void {
  list.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-act]');
    const comment = button && commentAt(button);
    if (!button || !comment) return;
    // The second click of a double click shouldn't remove the like.
    if (button.dataset.act === 'like') event.detail <= 1 && void like(comment);
    else void openWriting(actOf(button, comment), slotOf(button), button);
  });
}

function actOf(button: HTMLElement, comment: ShownComment): Act {
  const kind = button.dataset.act;
  if (kind !== 'reply') return { kind: kind as 'edit' | 'delete' | 'report', comment };
  const quote = selectedIn(button.closest('article'));
  return { kind, to: comment, ...(quote && { quote }) };
}

/** Returns the words of a comment that are selected. */
function selectedIn(article: Element | null): string {
  const selection = document.getSelection();
  const text = article?.querySelector('.comment-text');
  const isInside = text?.contains(selection?.anchorNode ?? null);
  return isInside && text?.contains(selection?.focusNode ?? null) ? String(selection).trim() : '';
}

/** Returns where a form opens: in place of the text, or below the comment. */
function slotOf(button: HTMLElement): HTMLElement {
  const name = button.dataset.act === 'edit' ? 'comment-edit' : 'reply-form';
  const parent = button.closest<HTMLElement>('.comment-main');
  const existing = parent?.querySelector<HTMLElement>(`:scope > .${name}`);
  if (existing) return existing;
  const slot = document.createElement('div');
  slot.className = name;
  parent?.append(slot);
  return slot;
}

const busy = new Set<string>();

/** Toggles a like right away, and reverts it if the server refuses. */
async function like(comment: ShownComment): Promise<void> {
  const { _id: id } = comment;
  const user = $user.get();
  if (!user) return likeLater(id);
  if (busy.has(id)) return;
  busy.add(id);
  replaceComment(withLikeToggled(comment, user._id));
  try {
    replaceComment(await call('PUT /api/comment/likeComment/:commentId', { commentId: id }));
  } catch (error) {
    replaceComment(comment);
    const status = statusOf(error);
    if (status === 401) {
      signOutSuccess();
      likeLater(id);
    } else if (status === 404) {
      removeComment(id);
      toast('This comment no longer exists.', 'error');
      one(document, '#comments-title').focus();
    } else toast(requestMessage(error), 'error');
  } finally {
    busy.delete(id);
  }
}
