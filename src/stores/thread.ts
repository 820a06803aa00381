import { atom } from 'nanostores';
import type {
  Comment,
  CommentRules,
  CommentThread,
  ThreadPage,
} from '../../api/contract/comments.ts';

// The comments of the post that this page shows. The page's script takes them over from the HTML
// (src/scripts/comments/), and shows each change of this store.

/** A comment in the list. */
export interface ShownComment extends Comment {
  /** The server hasn't confirmed it yet. */
  pending?: boolean;
  /**
   * It was read from the HTML, which doesn't have the author's id. `content` is its text without
   * the formatting signs.
   */
  isFromPage?: boolean;
  /** The HTML doesn't have likes either. */
  likesUnknown?: boolean;
}

export interface ShownThread extends CommentThread {
  comment: ShownComment | null;
  replies: ShownComment[];
  /** How many of the last replies were added while earlier ones weren't loaded. */
  addedLater?: number;
}

export type ThreadSort = 'newest' | 'oldest' | 'liked';

export interface ThreadState extends Pick<ThreadPage, 'total' | 'next' | 'previous'> {
  postId: string;
  sort: ThreadSort;
  threads: ShownThread[];
  /** The time of the newest thread that the reader could see. */
  newest: string;
  /** Undefined until the first request. */
  rules: CommentRules | undefined;
}

export const $thread = atom<ThreadState>({
  postId: '',
  sort: 'newest',
  threads: [],
  newest: '',
  total: 0,
  next: null,
  previous: null,
  rules: undefined,
});

/** The comment to scroll to and mark. It may not be loaded yet. */
export const $linked = atom<string | null>(null);

/** Scrolls to a comment, marks it and moves the focus to it. Loads it first if it isn't shown. */
export function showComment(id: string): void {
  // The same comment again scrolls again.
  $linked.set(null);
  $linked.set(id);
}

export function changeThread(change: Partial<ThreadState>): void {
  $thread.set({ ...$thread.get(), ...change });
}

/** Returns a shown comment. */
export function findShown(id: string): ShownComment | undefined {
  return $thread
    .get()
    .threads.flatMap(commentsOf)
    .find((one) => one._id === id);
}

export function commentsOf({ comment, replies }: ShownThread): ShownComment[] {
  return comment ? [comment, ...replies] : replies;
}

/** Returns the thread that a comment belongs to, whether it's the top comment or a reply. */
export function threadOf(id: string): ShownThread | undefined {
  const has = (thread: ShownThread) =>
    thread._id === id || thread.replies.some((reply) => reply._id === id);
  return $thread.get().threads.find(has);
}

/** Adds a new comment: on top of the list, or at the end of the thread that it answers. */
export function addComment(comment: ShownComment): void {
  const { threads, total } = $thread.get();
  const { _id, parentId } = comment;
  const answered = parentId === null ? undefined : threadOf(parentId);
  // What waits for approval isn't counted.
  const counted = total + (comment.state === 'visible' ? 1 : 0);
  if (findShown(_id)) replaceComment(comment);
  else if (answered) {
    const { replies, moreReplies, addedLater = 0 } = answered;
    const longer = {
      ...answered,
      replies: [...replies, comment],
      addedLater: moreReplies > 0 ? addedLater + 1 : 0,
    };
    changeThread({ threads: swap(threads, answered, longer), total: counted });
  } else if (parentId === null) {
    const added = { _id, comment, replies: [], moreReplies: 0 };
    changeThread({ threads: [added, ...threads], total: counted });
  }
}

/** Replaces a comment: its own former version, or the pending one that it confirms. */
export function replaceComment(comment: ShownComment, id = comment._id): void {
  if (id !== comment._id && findShown(comment._id)) removeComment(id);
  const before = findShown(id);
  if (!before) return;
  const counted = (one: ShownComment) => (one.state === 'visible' ? 1 : 0);
  const put = (one: ShownComment) => (one._id === id ? comment : one);
  const { threads, total } = $thread.get();
  changeThread({
    threads: threads.map((thread) => ({
      ...thread,
      _id: thread._id === id ? comment._id : thread._id,
      comment: thread.comment && put(thread.comment),
      replies: thread.replies.some((one) => one._id === id)
        ? thread.replies.map(put)
        : thread.replies,
    })),
    total: total + counted(comment) - counted(before),
  });
}

/** Removes a comment. Of a top comment with replies, "This comment was deleted." stays. */
export function removeComment(id: string): void {
  const removed = findShown(id);
  if (!removed) return;
  const { threads, total } = $thread.get();
  const left = threads.map((thread) => ({
    ...thread,
    comment: thread.comment?._id === id ? null : thread.comment,
    replies: thread.replies.filter((reply) => reply._id !== id),
  }));
  changeThread({
    threads: left.filter((thread) => commentsOf(thread).length + thread.moreReplies > 0),
    total: Math.max(0, total - (removed.state === 'visible' ? 1 : 0)),
  });
}

function swap(threads: ShownThread[], old: ShownThread, replacement: ShownThread): ShownThread[] {
  return threads.map((thread) => (thread === old ? replacement : thread));
}

/** Returns the comment with a user's like added, or removed. */
export function withLikeToggled<T extends Comment>(comment: T, userId: string): T {
  const isLiked = comment.likes.includes(userId);
  const likes = isLiked
    ? comment.likes.filter((one) => one !== userId)
    : [...comment.likes, userId];
  return { ...comment, likes, numberOfLikes: comment.numberOfLikes + (isLiked ? -1 : 1) };
}
