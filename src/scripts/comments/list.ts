import { $user } from '../../stores/session.ts';
import {
  $thread,
  type ShownComment,
  type ShownThread,
  type ThreadState,
} from '../../stores/thread.ts';
import { copyOf, one } from '../dom.ts';
import { createArticle, updateArticle, updateTimes } from './comment.ts';

const MINUTE_MS = 60_000;

/** Shows each change of the threads in the page. Elements of comments that stay are kept. */
export function startList(section: HTMLElement): void {
  const list = one(section, '#threads');
  const show = (state: ThreadState) => {
    keep(list, state.threads, {
      idOf: (element) => element.dataset.thread,
      create: createThread,
      update: updateThread,
    });
    showNumbers(section, state);
  };
  $thread.listen(show);
  $user.listen(() => show($thread.get()));
  setInterval(() => updateTimes(list), MINUTE_MS);
}

function showNumbers(section: HTMLElement, { threads, total, next, previous }: ThreadState): void {
  one(section, '[data-comments-total]').textContent = `(${total})`;
  // The head of the page shows the number, too. (Not `counted`: its file would load React's.)
  const text = `${total.toLocaleString('en-US')} ${total === 1 ? 'comment' : 'comments'}`;
  for (const element of document.querySelectorAll('[data-comment-count]'))
    element.textContent = text;
  one(section, '#comments-empty').hidden = threads.length > 0;
  one(section, '#comments-next').hidden = next === null;
  one(section, '#comments-previous').hidden = previous === null;
  one(section, '.comment-bar').hidden = total < 2;
}

interface Kind<T extends { _id: string }> {
  idOf: (element: HTMLElement) => string | undefined;
  create: (item: T) => HTMLElement;
  update: (element: HTMLElement, item: T) => void;
}

/** Updates an element's children to match the items, and moves as few as possible. */
function keep<T extends { _id: string }>(
  parent: HTMLElement,
  items: readonly T[],
  { idOf, create, update }: Kind<T>,
): void {
  const known = new Map([...parent.children].map((child) => [idOf(child as HTMLElement), child]));
  const wanted = items.map((item) => {
    const element = known.get(item._id) as HTMLElement | undefined;
    if (!element) return create(item);
    update(element, item);
    return element;
  });
  const stays = new Set<Element>(wanted);
  for (const child of [...parent.children])
    if (!stays.has(child) && !hasText(child)) child.remove();
  for (const [index, element] of wanted.entries()) {
    if (parent.children[index] !== element)
      parent.insertBefore(element, parent.children[index] ?? null);
  }
}

/** A form with text stays although its comment is gone. Sending it says so, and keeps the text. */
function hasText(element: Element): boolean {
  return [...element.querySelectorAll('textarea')].some(({ value }) => value !== '');
}

function createThread(thread: ShownThread): HTMLElement {
  const element = one(copyOf('thread-template'), '.thread');
  element.dataset.thread = thread._id;
  updateThread(element, thread);
  return element;
}

const articleId = (element: HTMLElement) => element.id.replace('comment-', '');

function updateThread(element: HTMLElement, thread: ShownThread): void {
  const { _id, comment, replies, moreReplies } = thread;
  element.dataset.thread = _id;
  showTop(element, thread, comment);
  keep(one(element, '.replies'), replies, {
    idOf: articleId,
    create: (reply) => createArticle(reply, thread),
    update: (article, reply) => updateArticle(article, reply, thread),
  });
  const more = element.querySelector<HTMLElement>('.more-replies');
  if (!more && moreReplies > 0) {
    const button = one(copyOf('thread-template'), '.more-replies');
    element.append(button);
    showMore(button, moreReplies);
  } else if (more) showMore(more, moreReplies);
}

function showTop(element: HTMLElement, thread: ShownThread, comment: ShownComment | null): void {
  const top = element.querySelector<HTMLElement>(':scope > .comment');
  const stub = element.querySelector(':scope > .comment-stub');
  if (!comment) {
    if (top && hasText(top)) return;
    top?.remove();
    if (!stub) element.prepend(one(copyOf('thread-template'), '.comment-stub'));
    return;
  }
  stub?.remove();
  // A pending comment becomes a sent one.
  if (top) updateArticle(top, comment, thread);
  else element.prepend(createArticle(comment, thread));
}

function showMore(button: HTMLElement, count: number): void {
  button.hidden = count === 0;
  if (button.ariaBusy === 'true') return;
  button.textContent = count === 1 ? '1 more reply' : `${count} more replies`;
}
