import { useRef, useState } from 'react';
import type { Comment } from '../../../api/contract/comments.ts';
import { MAX_COMMENT_LENGTH } from '../../../api/contract/comments.ts';
import type { User } from '../../../api/contract/users.ts';
import { ApiFailure, api } from '../../lib/api.ts';
import { readDraft, writeDraft } from '../../stores/comment-drafts.ts';
import type { ThreadAction, ThreadComment } from './thread.ts';
import { messageOf } from './useThread.ts';

export interface Refusal {
  message: string;
  /** The session is over: only signing in helps. */
  expired: boolean;
}

type NewComment = Parameters<typeof api.createComment>[0];

/**
 * The text of a new comment and its way to the server. The comment stands in the thread at once; refused, it
 * goes and the text is there again.
 */
export function usePosting(postId: string, user: User, change: (action: ThreadAction) => void) {
  const [text, setText] = useState(() => readDraft(user._id, postId));
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [posted, setPosted] = useState(false);
  /** An attempt got no answer: the comment may be there nevertheless. */
  const unanswered = useRef(false);

  const type = (value: string) => {
    setText(value);
    setPosted(false);
    writeDraft(user._id, postId, value);
  };
  /** Sends the text; tells why it was refused, or null. `website` is the trap's value. */
  const submit = async (website: string): Promise<Refusal | null> => {
    if (sending || text.length > MAX_COMMENT_LENGTH) return null;
    if (text.trim() === '') return refuse({ message: 'Please write a comment.', expired: false });
    const shown = provisional(user, postId, text.trim());
    setSending(true);
    setRefusal(null);
    setPosted(false);
    // The stored draft stays until the server has the comment.
    setText('');
    change({ type: 'added', comment: shown });
    try {
      const input = { content: text, postId, userId: user._id, ...(website ? { website } : {}) };
      const comment = await send(input, unanswered.current);
      unanswered.current = false;
      change({ type: 'replaced', id: shown._id, comment });
      writeDraft(user._id, postId, '');
      setPosted(true);
      return null;
    } catch (error) {
      const status = error instanceof ApiFailure ? error.status : 0;
      unanswered.current ||= status === 0;
      change({ type: 'removed', id: shown._id });
      setText(text);
      return refuse({ message: messageOf(error), expired: status === 401 });
    } finally {
      setSending(false);
    }
  };
  const refuse = (why: Refusal): Refusal => {
    setRefusal(why);
    return why;
  };
  return { text, type, sending, refusal, posted, submit };
}

/** The comment as it will be, most likely. */
function provisional(user: User, postId: string, content: string): ThreadComment {
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
    author: { _id, username, profilePicture, isAdmin },
    pending: true,
  };
}

/** After an attempt without an answer, "you have posted this already" means that it had worked. */
async function send(input: NewComment, unanswered: boolean): Promise<Comment> {
  try {
    return await api.createComment(input);
  } catch (error) {
    if (!unanswered || !(error instanceof ApiFailure) || error.status !== 400) throw error;
    const { comments } = await api.postComments(input.postId);
    const content = input.content.trim();
    const sent = comments.find((one) => one.userId === input.userId && one.content === content);
    if (!sent) throw error;
    return sent;
  }
}
