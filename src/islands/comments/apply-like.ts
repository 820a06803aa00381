import type { Comment } from '../../../api/contract/comments.ts';
import { call } from '../../lib/api.ts';
import { $user, signOutSuccess } from '../../stores/session.ts';
import { replaceComment } from '../../stores/thread.ts';
import { toast } from '../../stores/toasts.ts';
import { requestMessage, statusOf } from '../ui/request.ts';

/** Likes a comment for a user who tried to like it before signing in. Keeps an existing like. */
export async function applyLike(postId: string, commentId: string): Promise<void> {
  try {
    const found = await readComment(postId, commentId);
    if (found?.likes.includes($user.get()?._id ?? '')) {
      toast('You already like this comment.', 'info');
      return;
    }
    replaceComment(await call('PUT /api/comment/likeComment/:commentId', { commentId }));
    toast('You liked this comment.');
  } catch (error) {
    const status = statusOf(error);
    if (status === 401) signOutSuccess();
    toast(status === 404 ? 'This comment no longer exists.' : requestMessage(error), 'error');
  }
}

/** Reads the comment first, because the call that likes it would remove an existing like. */
async function readComment(postId: string, around: string): Promise<Comment | undefined> {
  const query = { around, limit: 1 };
  const { threads } = await call('GET /api/comment/getthreads/:postId', { postId, query });
  return threads
    .flatMap(({ comment, replies }) => (comment ? [comment, ...replies] : replies))
    .find((comment) => comment._id === around);
}
