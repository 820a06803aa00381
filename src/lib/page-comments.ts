import type { Comment, CommentThread } from '../../api/contract/comments.ts';
import { cursorOf } from '../../api/contract/thread-cursor.ts';
import type { Db } from '../../db/client.ts';
import type { Comment as CommentRow } from '../../db/queries/comment-columns.ts';
import { countPostComments } from '../../db/queries/comments.ts';
import { listThreads, readThreads, type ThreadRows } from '../../db/queries/threads.ts';
import { isGeneratedAvatar } from '../../db/queries/users.ts';

/** A page has this many threads. More are read from the server. */
export const PAGE_THREADS = 20;

/** The comments in the file of a post: its newest threads. */
export interface PageComments {
  threads: CommentThread[];
  /** The number of visible comments on the post. */
  total: number;
  /** Cursor of the next threads. Null: there are none. */
  next: string | null;
}

/** Reads the comments of a post's page. */
export async function readPageComments(db: Db, postId: string): Promise<ReadComments> {
  const range = { sort: 'newest', limit: PAGE_THREADS + 1 } as const;
  const [total, keys] = await Promise.all([
    countPostComments(db, postId),
    listThreads(db, postId, range),
  ]);
  const shown = keys.slice(0, PAGE_THREADS);
  const next = keys.length > PAGE_THREADS ? cursorOf('after', shown.at(-1)) : null;
  return { threads: shown.length > 0 ? await readThreads(db, shown) : [], total, next };
}

export interface ReadComments extends Omit<PageComments, 'threads'> {
  threads: ThreadRows[];
}

/** Returns the comments as the API gives them, without likes: the file wouldn't follow them. */
export function toPageComments(
  { threads, total, next }: ReadComments,
  pictureOf: (author: CommentRow['author']) => string,
): PageComments {
  const toComment = (row: CommentRow): Comment => ({
    _id: row.id,
    postId: row.postId,
    userId: row.userId,
    content: row.content,
    likes: [],
    numberOfLikes: 0,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    parentId: row.parentId,
    isEdited: row.updatedAt.getTime() !== row.createdAt.getTime(),
    state: 'visible',
    author: {
      _id: row.author.id,
      username: row.author.username,
      profilePicture: pictureOf(row.author),
      isAdmin: row.author.isAdmin,
    },
  });
  return {
    threads: threads.map(({ id, top, replies, moreReplies }) => ({
      _id: id,
      comment: top && toComment(top),
      replies: replies.map(toComment),
      moreReplies,
    })),
    total,
    next,
  };
}

/** Returns the pictures of their authors, without generated ones. */
export function picturesOf({ threads }: ReadComments): string[] {
  return threads
    .flatMap(({ top, replies }) => (top ? [top, ...replies] : replies))
    .map(({ author }) => author.profilePicture)
    .filter((picture) => !isGeneratedAvatar(picture));
}
