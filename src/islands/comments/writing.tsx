import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { type Comment, editTimeText } from '../../../api/contract/comments.ts';
import { includesRole } from '../../../api/contract/users.ts';
import { takeUnsent, updateUnsent } from '../../stores/after-sign-in.ts';
import { joinDrafts, type Place, readDraft, writeDraft } from '../../stores/comment-drafts.ts';
import { $user } from '../../stores/session.ts';
import { $thread } from '../../stores/thread.ts';
import { toast } from '../../stores/toasts.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { CommentEditor } from './writing/CommentEditor.tsx';
import { WritingForm } from './writing/CommentForm.tsx';
import { deleteComment } from './writing/delete-comment.ts';
import { quoted } from './writing/formatting.ts';
import { ReportDialog } from './writing/ReportDialog.tsx';
import { startText } from './writing/useText.ts';

// Loaded when a reader begins to write: the page itself has no React (decision 042).

/** `quote` is text that was selected in the comment. */
export type Act =
  | { kind: 'comment' }
  | { kind: 'reply'; to: Comment; quote?: string }
  | { kind: 'edit' | 'delete' | 'report'; comment: Comment };

/** Opens what a reader asked for: forms replace the content of `slot`, the rest are dialogs. */
export function openWriting(act: Act, slot: HTMLElement): void {
  if (act.kind === 'comment') openForm(slot);
  else if (act.kind === 'reply') openReply(act.to, act.quote, slot);
  else if (act.kind === 'edit') openEditor(act.comment, slot);
  else if (act.kind === 'delete') openDeletion(act.comment);
  else openDialog((close) => <ReportDialog comment={act.comment} onClose={close} />);
}

const roots = new WeakMap<HTMLElement, Root>();
/** Text that was typed in closed forms, kept until the page closes. */
const closedTexts = new Map<string, string>();
let opened = 0;

function render(slot: HTMLElement, content: ReactNode): void {
  const root = roots.get(slot) ?? createRoot(slot);
  roots.set(slot, root);
  flushSync(() => root.render(content));
}

/**
 * Removes a form and its slot, and moves the focus. (WebKit doesn't notice that `:has()` no longer
 * matches if the slot only becomes empty: the text of an edited comment would stay hidden.)
 */
function close(slot: HTMLElement, target: Element | null): void {
  roots.get(slot)?.unmount();
  roots.delete(slot);
  slot.remove();
  if (target instanceof HTMLElement && target.isConnected) target.focus();
}

/** Replaces the field in the page's HTML, and keeps its text and the cursor. */
function openForm(slot: HTMLElement): void {
  const { postId } = $thread.get();
  const before = slot.querySelector('textarea');
  const isFirst = !roots.has(slot);
  if (isFirst && before?.value) addToDraft(postId, '', before.value);
  const hadFocus = before !== null && before === document.activeElement;
  const unsent = takeUnsent(userId(), postId, '');
  render(
    slot,
    <WritingForm
      target={{ postId, place: '', parentId: null }}
      label="Add a comment"
      path={`${window.location.pathname}#comments`}
      submitLabel="Submit"
    />,
  );
  const field = slot.querySelector('textarea');
  if (!isFirst || !(hadFocus || unsent)) return;
  focusEnd(field);
  if (!field || !before || !hadFocus) return;
  // The restored draft precedes the newly typed text.
  const added = field.value.length - before.value.length;
  if (added < 0) return;
  typeAgain(field, added);
  field.setSelectionRange(before.selectionStart + added, before.selectionEnd + added);
}

/** Makes the text from `start` undoable. The browser's undo history was lost with the old field. */
function typeAgain(field: HTMLTextAreaElement, start: number): void {
  const text = field.value;
  // The browser would truncate it.
  if (text.length > field.maxLength) return;
  field.value = text.slice(0, start);
  // Deprecated, but the only way to add to the browser's undo history.
  document.execCommand('insertText', false, text.slice(start));
}

/** Opens the form of the post with the text of a reply to a comment that no longer exists. */
export function openReplyAsComment(commentId: string, slot: HTMLElement): void {
  const { postId } = $thread.get();
  const place: Place = `reply-${commentId}`;
  const text = startText(userId(), postId, place);
  writeDraft(userId(), postId, place, '');
  updateUnsent(userId(), postId, place, '');
  addToDraft(postId, '', text);
  roots.get(slot)?.unmount();
  roots.delete(slot);
  openForm(slot);
}

function openReply(to: Comment, quote: string | undefined, slot: HTMLElement): void {
  const { postId } = $thread.get();
  const opener = document.activeElement;
  const place: Place = `reply-${to._id}`;
  reopen(postId, place);
  if (quote) addToDraft(postId, place, `${quoted(quote)}\n\n`);
  const { username } = to.author;
  render(
    slot,
    <WritingForm
      // Adds a quote to the text typed so far.
      key={quote ? ++opened : 0}
      target={{ postId, place, parentId: to._id }}
      label={`Reply to ${username}`}
      path={`${window.location.pathname}#comment-${to._id}`}
      submitLabel="Reply"
      reply={{
        onCancel(text) {
          keepClosed(postId, place, text);
          close(slot, opener);
        },
        onSent({ _id, state }) {
          close(slot, document.getElementById(`comment-${_id}`));
          toast(
            state === 'held'
              ? 'Your reply is waiting for approval.'
              : 'Your reply has been posted.',
          );
        },
      }}
    />,
  );
  focusEnd(slot.querySelector('textarea'));
}

function openEditor(comment: Comment, slot: HTMLElement): void {
  const { postId, rules } = $thread.get();
  const minutes = rules?.editMinutes ?? null;
  if (minutes !== null && isTooLate(comment, minutes)) {
    toast(editTimeText(minutes), 'info');
    return;
  }
  const opener = document.activeElement;
  const place: Place = `edit-${comment._id}`;
  reopen(postId, place);
  render(
    slot,
    <CommentEditor
      comment={comment}
      path={`${window.location.pathname}#comment-${comment._id}`}
      onClose={(text) => {
        keepClosed(postId, place, text);
        close(slot, opener);
      }}
    />,
  );
  focusEnd(slot.querySelector('textarea'));
}

/** Moderators may always edit. */
function isTooLate({ createdAt }: Comment, minutes: number): boolean {
  const user = $user.get();
  if (user && includesRole(user, 'editor')) return false;
  return Date.now() - Date.parse(createdAt) >= minutes * 60_000;
}

function openDeletion({ _id: id }: Comment): void {
  let isGone = false;
  openDialog(
    (close) => (
      <ConfirmDialog
        open
        title="Are you sure you want to delete this comment?"
        onConfirm={async () => {
          isGone = await deleteComment(id);
        }}
        onClose={close}
      />
    ),
    // The dialog restores the focus to the button, which no longer exists.
    () => isGone && document.getElementById('comments-title')?.focus(),
  );
}

function openDialog(content: (close: () => void) => ReactNode, onClosed?: () => void): void {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  const end = () => {
    root.unmount();
    host.remove();
    onClosed?.();
  };
  root.render(content(end));
}

const userId = () => $user.get()?._id;

function addToDraft(postId: string, place: Place, text: string): void {
  const before = readDraft(userId(), postId, place);
  writeDraft(userId(), postId, place, joinDrafts(before, text));
}

/** A reload doesn't open the form again, but the button does, with the text. */
function keepClosed(postId: string, place: Place, text: string): void {
  const key = `${userId()}:${place}`;
  if (text === '') closedTexts.delete(key);
  else closedTexts.set(key, text);
  writeDraft(userId(), postId, place, '');
}

function reopen(postId: string, place: Place): void {
  const text = closedTexts.get(`${userId()}:${place}`);
  if (text) writeDraft(userId(), postId, place, text);
}

function focusEnd(field: HTMLTextAreaElement | null): void {
  if (!field) return;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}
