import { useRef, useState } from 'react';
import { type Comment, MAX_COMMENT_LENGTH, trimComment } from '../../../api/contract/comments.ts';
import type { User } from '../../../api/contract/users.ts';
import { call } from '../../lib/api.ts';
import type { Body } from '../../lib/api-types.ts';
import { readDraft, writeDraft } from '../../stores/comment-drafts.ts';
import { statusOf } from '../ui/request.ts';
import { type CommentError, EMPTY_COMMENT, toCommentError } from './CommentField.tsx';
import type { ThreadAction, ThreadComment } from './thread.ts';
import { loadComments } from './useThread.ts';

type NewComment = Body<'POST /api/comment/create'>;

/** Shows a new comment right away. If sending fails, removes it and restores the text. */
export function usePosting(postId: string, user: User, change: (action: ThreadAction) => void) {
  const [text, setText] = useState(() => readDraft(user._id, postId));
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<CommentError | null>(null);
  const [posted, setPosted] = useState(false);
  /** An earlier attempt got no response, so the comment may have been created anyway. */
  const unanswered = useRef(false);

  const type = (value: string) => {
    setText(value);
    setPosted(false);
    writeDraft(user._id, postId, '', value);
  };
  const fail = (reason: CommentError) => {
    setError(reason);
    return reason;
  };
  /** Sends the text. Resolves to the error, or null. `website` is the value of the honeypot. */
  const submit = async (website: string): Promise<CommentError | null> => {
    if (sending || text.length > MAX_COMMENT_LENGTH) return null;
    if (text.trim() === '') return fail(EMPTY_COMMENT);
    const pending = pendingComment(user, postId, trimComment(text));
    setSending(true);
    setError(null);
    setPosted(false);
    // The stored draft stays until the comment is created.
    setText('');
    change({ type: 'added', comment: pending });
    try {
      const input = { content: text, postId, userId: user._id, ...(website ? { website } : {}) };
      const comment = await send(input, unanswered.current);
      unanswered.current = false;
      change({ type: 'replaced', id: pending._id, comment });
      writeDraft(user._id, postId, '', '');
      setPosted(true);
      return null;
    } catch (thrown) {
      unanswered.current ||= statusOf(thrown) === 0;
      change({ type: 'removed', id: pending._id });
      setText(text);
      return fail(toCommentError(thrown));
    } finally {
      setSending(false);
    }
  };
  return { text, type, sending, error, posted, submit };
}

/** The comment as the server will most likely return it. */
function pendingComment(user: User, postId: string, content: string): ThreadComment {
  const at = new Date().toISOString();
  const { _id, username, profilePicture, isAdmin } = user;
  return {
    _id: `pending-${at}`,
    postId,
    userId: _id,
    content,
    likes: [],
    numberOfLikes: 0,
    createdAt: at,
    updatedAt: at,
    parentId: null,
    isEdited: false,
    state: 'visible',
    author: { _id, username, profilePicture, isAdmin },
    pending: true,
  };
}

/** After an unanswered attempt, a rejected duplicate means that the comment was created. */
async function send(input: NewComment, unanswered: boolean): Promise<Comment> {
  try {
    return await call('POST /api/comment/create', { body: input });
  } catch (error) {
    if (!unanswered || statusOf(error) !== 400) throw error;
    const { comments } = await loadComments(input.postId);
    const content = trimComment(input.content);
    const sent = comments.find((one) => one.userId === input.userId && one.content === content);
    if (!sent) throw error;
    return sent;
  }
}
