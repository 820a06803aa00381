import type { ThreadPage } from '../../../api/contract/comments.ts';
import { hasNoServer } from '../../lib/api.ts';
import { $user } from '../../stores/session.ts';
import { $thread, changeThread } from '../../stores/thread.ts';
import { addNew, showPage, updateShown } from '../../stores/thread-pages.ts';
import { one } from '../dom.ts';
import { readNews, readNumbers } from './api.ts';
import { showReadOnly } from './note.ts';
import { focusComment } from './paging.ts';

/** Time between two requests while a reader has the comments in view. */
const NEWS_MS = 30_000;

let etag = '';
let latest: ThreadPage | undefined;
let isInView = false;
let isAsking = false;
let timer = 0;

/**
 * Asks for news while the section is in view and the tab is visible: changes appear in place, and
 * new comments only when the reader asks for them, so nothing moves.
 */
export function startNews(section: HTMLElement): void {
  const button = one<HTMLButtonElement>(section, '#comments-news button');
  button.onclick = () => showNew(button);
  new IntersectionObserver((entries) => {
    isInView = entries.at(-1)?.isIntersecting ?? false;
    plan();
  }).observe(section);
  document.addEventListener('visibilitychange', plan);
  window.addEventListener('online', plan);
  window.addEventListener('offline', plan);
  // A different user has different likes and waiting comments.
  let userId = $user.get()?._id;
  $user.listen((user) => {
    if (user?._id === userId) return;
    userId = user?._id;
    etag = '';
    void ask(SHOW);
  });
  void (userId === undefined ? askNumbers() : ask(SHOW));
}

const mayAsk = () => isInView && document.visibilityState === 'visible' && navigator.onLine;

function plan(): void {
  clearTimeout(timer);
  if (mayAsk()) timer = window.setTimeout(() => void ask(), NEWS_MS);
}

/** Asks once for what the page lacks: how many like each comment. */
async function askNumbers(): Promise<void> {
  const { total } = $thread.get();
  try {
    const numbers = await readNumbers();
    const known = new Map(numbers.comments.map((comment) => [comment._id, comment]));
    let isCurrent = numbers.total === total;
    const filled = $thread.get().threads.map((thread) => {
      const fill = <T extends typeof thread.comment>(comment: T): T => {
        const found = comment && known.get(comment._id);
        if (found?.updatedAt !== comment?.updatedAt) isCurrent = false;
        if (!found || !comment?.likesUnknown) return comment;
        const { numberOfLikes } = found;
        return { ...comment, numberOfLikes, likesUnknown: false };
      };
      return { ...thread, comment: fill(thread.comment), replies: thread.replies.map(fill) };
    });
    changeThread({ threads: filled, rules: numbers.rules });
    // If the page is older than the comments, ask for them.
    if (isCurrent) etag = numbers.etag;
    else await ask(SHOW);
  } catch (error) {
    // What is in the page stays. The next request may succeed.
    if (hasNoServer(error)) showReadOnly();
  }
}

/** The script takes over before anyone reads, so it shows new comments right away. */
const SHOW = true;

async function ask(isShown = false): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  const userId = $user.get()?._id;
  try {
    const news = await readNews(etag);
    if ($user.get()?._id === userId) {
      etag = news.etag;
      if (news.page) {
        latest = news.page;
        const count = updateShown(news.page);
        if (isShown) addNew(news.page);
        else offer(count);
      }
    }
  } catch (error) {
    // Keep what is shown. The reader didn't ask, so there is no message.
    if (hasNoServer(error)) showReadOnly();
  }
  isAsking = false;
  plan();
}

function offer(count: number): void {
  const button = one(document, '#comments-news button');
  button.hidden = count === 0;
  button.textContent = count === 1 ? '1 new comment' : `${count} new comments`;
}

function showNew(button: HTMLButtonElement): void {
  button.hidden = true;
  if (!latest) return;
  const { sort, previous, threads } = $thread.get();
  const known = new Set(threads.map(({ _id }) => _id));
  // A list that starts elsewhere is replaced by the newest page.
  if (sort === 'newest' && previous === null) focusComment(addNew(latest)[0]?._id);
  else {
    showPage(latest, 'newest');
    focusComment(latest.threads.find(({ _id }) => !known.has(_id))?.comment?._id);
  }
  document.activeElement?.scrollIntoView({ block: 'nearest' });
}
