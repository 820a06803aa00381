import type { Comment as CommentWithAuthor } from '../../db/queries/comments.ts';
import type { Comment } from '../contract/comments.ts';
import type { Env } from '../env.ts';
import { toPublicUser } from '../users/serialize.ts';

export function toComment(comment: CommentWithAuthor, env: Pick<Env, 'storage'>): Comment {
  return {
    _id: comment.id,
    postId: comment.postId,
    userId: comment.userId,
    content: comment.content,
    likes: comment.likes,
    numberOfLikes: comment.likes.length,
    createdAt: comment.createdAt.toISOString(),
    updatedAt: comment.updatedAt.toISOString(),
    author: toPublicUser(comment.author, env),
  };
}
