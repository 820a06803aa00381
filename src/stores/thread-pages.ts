import type { Comment, CommentThread, ThreadPage } from '../../api/contract/comments.ts';
import {
  $thread,
  changeThread,
  commentsOf,
  type ShownComment,
  type ShownThread,
  type ThreadSort,
} from './thread.ts';

// What a page of threads from the server changes in the list.

/** Replaces the list with a page. Comments that are being sent stay on top. */
export function showPage(page: ThreadPage, sort: ThreadSort): void {
  const { threads, newest } = $thread.get();
  const sending = threads.filter(({ comment }) => comment?.pending);
  const isNewest = sort === 'newest' && page.previous === null;
  changeThread({
    sort,
    newest: isNewest ? newestOf(page.threads, newest) : newest,
    total: page.total + sending.length,
    next: page.next,
    previous: page.previous,
    rules: page.rules,
    threads: withHeld([...sending, ...page.threads], page.held),
  });
}

/** Adds the next page. Threads that it shares with the list are shown once. */
export function appendPage({ threads, total, next, rules }: ThreadPage): void {
  const list = $thread.get().threads;
  changeThread({ threads: [...list, ...unknown(list, threads)], total, next, rules });
}

/** Adds the page before the first one. */
export function prependPage({ threads, total, previous, rules }: ThreadPage): void {
  const list = $thread.get().threads;
  changeThread({ threads: [...unknown(list, threads), ...list], total, previous, rules });
}

function unknown(list: ShownThread[], threads: CommentThread[]): CommentThread[] {
  const known = new Set(list.map(({ _id }) => _id));
  return threads.filter(({ _id }) => !known.has(_id));
}

/** Returns the index of a thread's first reply that isn't loaded. */
export function nextReply({ replies, addedLater = 0 }: ShownThread): number {
  return Math.max(0, replies.filter(({ state }) => state === 'visible').length - addedLater);
}

/** Adds replies to a thread that has `total` of them. */
export function appendReplies(threadId: string, replies: Comment[], total: number): void {
  changeThread({
    threads: $thread.get().threads.map((thread) => {
      if (thread._id !== threadId) return thread;
      const known = new Set(thread.replies.map(({ _id }) => _id));
      const all = inOrder([...thread.replies, ...replies.filter(({ _id }) => !known.has(_id))]);
      const loaded = all.filter(({ state }) => state === 'visible').length;
      // Without an answer that helps, the button would stay for ever.
      const moreReplies = replies.length === 0 ? 0 : Math.max(0, total - loaded);
      return { ...thread, replies: all, moreReplies };
    }),
  });
}

/** Puts the reader's waiting comments into the list: on top, or below what they answer. */
function withHeld(threads: ShownThread[], held: readonly ShownComment[]): ShownThread[] {
  const known = new Set(threads.flatMap(commentsOf).map(({ _id }) => _id));
  let list = threads;
  for (const comment of held) {
    const { _id, parentId } = comment;
    if (known.has(_id)) continue;
    if (parentId === null) list = [{ _id, comment, replies: [], moreReplies: 0 }, ...list];
    list = list.map((thread) =>
      thread._id === parentId || thread.replies.some((reply) => reply._id === parentId)
        ? { ...thread, replies: [...thread.replies, comment] }
        : thread,
    );
  }
  return list;
}

/**
 * Updates what is shown, from the newest threads: likes, edits, decisions of moderators, and
 * removals. Adds nothing to the list, so nothing moves. Returns the number of comments that aren't
 * shown yet.
 */
export function updateShown(page: ThreadPage): number {
  const { threads } = $thread.get();
  const fresh = new Map(
    [...page.threads.flatMap(commentsOf), ...page.held].map((one) => [one._id, one]),
  );
  const isGone = goneFrom(page, fresh);
  const update = (comment: ShownComment) => {
    const now = fresh.get(comment._id);
    return now && !isSame(now, comment) ? now : comment;
  };
  const updated = threads
    .map((thread) => ({
      ...thread,
      comment: thread.comment && (isGone(thread, thread.comment) ? null : update(thread.comment)),
      replies: thread.replies.filter((reply) => !isGone(thread, reply)).map(update),
    }))
    .filter((thread) => commentsOf(thread).length + thread.moreReplies > 0);
  const isShown = new Set(updated.flatMap(commentsOf).map(({ _id }) => _id));
  const added = page.threads
    .flatMap((thread) => newIn(updated, thread))
    .filter(({ _id }) => !isShown.has(_id));
  changeThread({
    threads: withHeld(updated, page.held),
    total: page.total - added.length,
    rules: page.rules,
  });
  return added.length;
}

/** Adds the comments that `updateShown` counted, to the top of the list and to their threads. */
export function addNew(page: ThreadPage): ShownComment[] {
  const { threads, newest } = $thread.get();
  const isShown = new Set(threads.flatMap(commentsOf).map(({ _id }) => _id));
  const added: ShownComment[] = [];
  let list = threads;
  for (const thread of page.threads.toReversed()) {
    const fresh = newIn(list, thread).filter(({ _id }) => !isShown.has(_id));
    added.unshift(...fresh);
    if (!list.some(({ _id }) => _id === thread._id)) {
      if (fresh.length > 0) list = [thread, ...list];
    } else {
      list = list.map((one) =>
        one._id === thread._id ? { ...one, replies: inOrder([...one.replies, ...fresh]) } : one,
      );
    }
  }
  changeThread({ threads: list, total: page.total, newest: newestOf(page.threads, newest) });
  return added;
}

function inOrder(replies: ShownComment[]): ShownComment[] {
  return replies.sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
}

/** Returns a thread's comments, if it's new; else its replies, which may be new. */
function newIn(list: ShownThread[], thread: CommentThread): ShownComment[] {
  const shown = list.find(({ _id }) => _id === thread._id);
  if (!shown) return timeOf(thread) > $thread.get().newest ? commentsOf(thread) : [];
  // Those that aren't loaded are behind the button "more replies".
  return shown.moreReplies > 0 ? [] : thread.replies;
}

/** The time of a deleted comment isn't known. */
const timeOf = ({ comment }: CommentThread) => comment?.createdAt ?? '';

/** Returns the time of the newest thread. */
export function newestOf(threads: readonly CommentThread[], known = ''): string {
  return [known, ...threads.map(timeOf)].sort().at(-1) ?? '';
}

/** Returns whether a shown comment should be in the page, but isn't. */
function goneFrom(page: ThreadPage, fresh: ReadonlyMap<string, Comment>) {
  const pageThreads = new Map(page.threads.map((thread) => [thread._id, thread]));
  const times = page.threads.map(timeOf).filter((time) => time !== '');
  const oldest = times.at(-1) ?? '';
  return (thread: ShownThread, { _id, createdAt, pending, state }: ShownComment): boolean => {
    if (pending || fresh.has(_id)) return false;
    if (state === 'held') return true;
    const same = pageThreads.get(thread._id);
    if (!same) return page.next === null || timeOf(thread) > oldest;
    if (_id === thread._id || same.moreReplies === 0) return true;
    return createdAt < (same.replies.at(-1)?.createdAt ?? '');
  };
}

function isSame(a: ShownComment, b: ShownComment): boolean {
  return (
    !b.isFromPage &&
    a.updatedAt === b.updatedAt &&
    a.state === b.state &&
    a.numberOfLikes === b.numberOfLikes &&
    a.likes.join() === b.likes.join() &&
    a.author.username === b.author.username
  );
}
