import type { PublicUser } from './users.ts';

export type { CommentSortKey } from '../../db/queries/comments-table.ts';

/** In UTF-16 code units, as a textarea counts; a line break counts as one. */
export const MAX_COMMENT_LENGTH = 200;

/** Removes space around the text, but keeps the indentation of the first of several lines. */
export function trimComment(text: string): string {
  const lines = text.replace(/^\s*\n/, '').trimEnd();
  return /^(?:\t| {2}).*\n/.test(lines) ? lines : lines.trim();
}

/** A comment with its author, so a thread takes one request. */
export interface Comment {
  _id: string;
  postId: string;
  userId: string;
  content: string;
  /** Ids of users who like it: the caller, and at most 100 others. */
  likes: string[];
  numberOfLikes: number;
  createdAt: string;
  updatedAt: string;
  author: PublicUser;
}

/** A comment in the administrators' list, with its post. */
export interface ListedComment extends Comment {
  post: { slug: string; title: string } | null;
}

export interface CommentList {
  comments: ListedComment[];
  totalComments: number;
  /** Comments created in the last 30 days. */
  lastMonthComments: number;
}
