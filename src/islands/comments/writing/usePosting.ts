import { useRef, useState } from 'react';
import { type Comment, trimComment } from '../../../../api/contract/comments.ts';
import type { User } from '../../../../api/contract/users.ts';
import { call } from '../../../lib/api.ts';
import type { Body } from '../../../lib/api-types.ts';
import {
  addComment,
  removeComment,
  replaceComment,
  type ShownComment,
} from '../../../stores/thread.ts';
import { statusOf } from '../../ui/request.ts';
import { type CommentError, EMPTY_COMMENT, toCommentError } from './CommentError.tsx';
import { useMaxLength } from './rules.ts';
import { type Target, useText } from './useText.ts';

type NewComment = Body<'POST /api/comment/create'>;

/**
 * Sends a new comment. A top-level one appears right away; if sending fails, it is removed, and the
 * text is back in the field.
 */
export function usePosting(target: Target, writer: User | undefined) {
  const { postId, parentId } = target;
  const { text, type, show } = useText(target, writer?._id);
  const maxLength = useMaxLength();
  const busy = useRef(false);
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<CommentError | null>(null);
  const [posted, setPosted] = useState<Comment | null>(null);
  const send = useSend();

  const fail = (reason: CommentError) => {
    setError(reason);
    return reason;
  };
  /** Sends the text. Resolves to the comment, the error, or null. */
  const submit = async (website: string): Promise<Comment | CommentError | null> => {
    if (busy.current || !writer || text.length > maxLength) return null;
    if (text.trim() === '') return fail(EMPTY_COMMENT);
    const pending = parentId === null ? pendingComment(writer, postId, trimComment(text)) : null;
    busy.current = true;
    setSending(true);
    setError(null);
    setPosted(null);
    if (pending) {
      // The stored draft stays until the comment is created.
      show('');
      addComment(pending);
    }
    try {
      const userId = writer._id;
      const input = { content: text, postId, userId, parentId, ...(website ? { website } : {}) };
      const comment = await send(input);
      if (pending) replaceComment(comment, pending._id);
      else addComment(comment);
      type('');
      setPosted(comment);
      return comment;
    } catch (thrown) {
      if (pending) removeComment(pending._id);
      show(text);
      return fail(toCommentError(thrown));
    } finally {
      busy.current = false;
      setSending(false);
    }
  };
  return {
    text,
    maxLength,
    sending,
    error,
    posted,
    submit,
    fail,
    type(value: string) {
      setPosted(null);
      type(value);
    },
  };
}

/** The comment as the server will most likely return it. */
function pendingComment(user: User, postId: string, content: string): ShownComment {
  const at = new Date().toISOString();
  const { _id, username, profilePicture, isAdmin } = user;
  return {
    _id: `pending-${Date.parse(at)}`,
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

/** Returns a function that sends a comment, or finds it if an earlier attempt created it. */
function useSend() {
  /** An earlier attempt got no response, so the comment may have been created anyway. */
  const unanswered = useRef(false);
  return async (input: NewComment): Promise<Comment> => {
    try {
      const comment = await create(input, unanswered.current);
      unanswered.current = false;
      return comment;
    } catch (error) {
      unanswered.current ||= statusOf(error) === 0;
      throw error;
    }
  };
}

/** After an unanswered attempt, a rejected duplicate means that the comment was created. */
async function create(input: NewComment, unanswered: boolean): Promise<Comment> {
  try {
    return await call('POST /api/comment/create', { body: input });
  } catch (error) {
    if (!unanswered || statusOf(error) !== 400) throw error;
    const { postId, userId } = input;
    const comments = await call('GET /api/comment/getPostComments/:postId', { postId });
    const content = trimComment(input.content);
    const sent = comments.find((one) => one.userId === userId && one.content === content);
    if (!sent) throw error;
    return sent;
  }
}
