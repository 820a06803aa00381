import { includesRole, type User } from '../../../api/contract/users.ts';
import { exactTime, relativeTime } from '../../islands/ui/time.ts';
import { $user } from '../../stores/session.ts';
import type { ShownComment, ShownThread } from '../../stores/thread.ts';
import { copyOf, one } from '../dom.ts';
import { textNodes } from './text.ts';

// One comment: made from the page's template, or taken over from the page's HTML.

/** What an article shows. A change replaces only the parts that differ. */
interface Shown {
  comment: ShownComment;
  user: User | null;
}

const shown = new WeakMap<HTMLElement, Shown>();

/** Returns the comment of the article that `element` is in. */
export function commentAt(element: Element): ShownComment | undefined {
  const article = element.closest<HTMLElement>('article.comment');
  return article ? shown.get(article)?.comment : undefined;
}

/** Records that an article in the page's HTML already shows a comment. */
export function adoptArticle(article: HTMLElement, comment: ShownComment): void {
  const time = one(article, 'time');
  time.textContent = relativeTime(comment.createdAt, Date.now());
  fillActions(article, comment, null);
  shown.set(article, { comment, user: null });
}

export function createArticle(comment: ShownComment, thread: ShownThread): HTMLElement {
  const article = one(copyOf('comment-template'), 'article');
  fillHead(article, comment, thread);
  one(article, '.comment-text').append(...textNodes(comment.content));
  fillActions(article, comment, $user.get());
  shown.set(article, { comment, user: $user.get() });
  return article;
}

/** Shows what has changed in a comment. */
export function updateArticle(
  article: HTMLElement,
  comment: ShownComment,
  thread: ShownThread,
): void {
  const before = shown.get(article);
  const user = $user.get();
  if (before?.comment === comment && before.user === user) return;
  shown.set(article, { comment, user });
  const old = before?.comment;
  if (old && headOf(old) !== headOf(comment)) {
    const fresh = one(copyOf('comment-template'), 'article');
    fillHead(fresh, comment, thread);
    one(article, '.comment-head').replaceWith(one(fresh, '.comment-head'));
    for (const { name, value } of fresh.attributes) article.setAttribute(name, value);
    if (!comment.pending) article.removeAttribute('aria-busy');
  }
  const isSameText =
    old?.updatedAt === comment.updatedAt && (old.isFromPage || old.content === comment.content);
  if (!isSameText) one(article, '.comment-text').replaceChildren(...textNodes(comment.content));
  fillActions(article, comment, user);
}

const headOf = ({ _id, author, updatedAt, state, pending }: ShownComment) =>
  [_id, author.username, updatedAt, state, pending ?? false].join(' ');

function fillHead(article: HTMLElement, comment: ShownComment, thread: ShownThread): void {
  const { _id: id, author, createdAt, updatedAt, pending, state } = comment;
  article.id = `comment-${id}`;
  article.ariaLabel = `Comment by ${author.username}`;
  if (pending) article.ariaBusy = 'true';
  one<HTMLImageElement>(article, 'img').src = author.profilePicture;
  const name = one(article, '.comment-name');
  name.id = `author-${id}`;
  name.textContent = author.username;
  const time = one<HTMLTimeElement>(article, 'time');
  time.dateTime = createdAt;
  time.title = exactTime(createdAt);
  time.textContent = pending ? 'Posting...' : relativeTime(createdAt, Date.now());
  one<HTMLAnchorElement>(article, '.comment-time').href = `#comment-${id}`;
  one(article, '.comment-edited').title = exactTime(updatedAt);
  const answered = thread.replies.find((reply) => reply._id === comment.parentId);
  if (answered) {
    const link = one<HTMLAnchorElement>(article, '.comment-answered a');
    link.href = `#comment-${answered._id}`;
    one(link, 'bdi').textContent = answered.author.username;
  }
  const authorId = document.getElementById('comments')?.dataset.author;
  const parts = {
    '[data-is="author"]': comment.userId === authorId,
    '[data-is="admin"]': author.isAdmin,
    '[data-is="held"]': state === 'held',
    '.comment-answered': answered !== undefined,
    '.comment-edited': updatedAt !== createdAt,
  };
  for (const [part, isShown] of Object.entries(parts)) {
    if (!isShown) one(article, part).remove();
  }
}

function fillActions(article: HTMLElement, comment: ShownComment, user: User | null): void {
  const row = one(article, '.comment-actions');
  if (!row.hasChildNodes()) row.append(copyOf('actions-template'));
  const { author, state, pending } = comment;
  const isOwn = user !== null && user._id === comment.userId;
  const isVisible = state === 'visible';
  // A comment read from the page lacks its author's id and its text as typed.
  const mayChange = !comment.isFromPage && user !== null && (isOwn || includesRole(user, 'editor'));
  const acts = {
    like: isVisible,
    reply: isVisible,
    edit: mayChange,
    delete: mayChange,
    report: isVisible && user !== null && !isOwn && !comment.isFromPage,
  };
  for (const [act, isOffered] of Object.entries(acts)) {
    const button = one(row, `[data-act="${act}"]`);
    button.hidden = !isOffered || pending === true;
    if (act !== 'like') button.setAttribute('aria-describedby', `author-${comment._id}`);
  }
  const like = one(row, '[data-act="like"]');
  const { likesUnknown, numberOfLikes: count } = comment;
  const number = count === 1 ? '1 like' : `${count} likes`;
  one(like, 'span').textContent = likesUnknown ? 'Like' : number;
  like.ariaLabel = `Like the comment by ${author.username}${likesUnknown ? '' : `, ${number}`}`;
  like.ariaPressed = String(user !== null && comment.likes.includes(user._id));
}

/** Updates the times of all comments, as time passes. */
export function updateTimes(list: HTMLElement): void {
  for (const time of list.querySelectorAll('time')) {
    if (commentAt(time)?.pending) continue;
    time.textContent = relativeTime(time.dateTime, Date.now());
  }
}
