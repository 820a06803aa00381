import type { Comment as CommentWithAuthor } from '../../db/queries/comments.ts';
import type { Env } from '../env.ts';
import { type PublicUser, toPublicUser } from '../users/present.ts';

/** A comment as the API gives it: with its author, so that a thread costs one request. */
export interface Comment {
  _id: string;
  postId: string;
  userId: string;
  content: string;
  /** Ids of the users who like it. */
  likes: string[];
  numberOfLikes: number;
  createdAt: string;
  updatedAt: string;
  author: PublicUser;
}

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
