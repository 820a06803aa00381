import type { ThreadPage } from '../../../api/contract/comments.ts';
import { $linked, $thread, commentsOf, type ThreadSort } from '../../stores/thread.ts';
import {
  appendPage,
  appendReplies,
  nextReply,
  prependPage,
  showPage,
} from '../../stores/thread-pages.ts';
import { one } from '../dom.ts';
import { readReplies, readThreads } from './api.ts';
import { hideNote, showLoadFailure, whileBusy } from './note.ts';

const FAILED = "The comments couldn't be loaded.";

/** Starts the order of the list, and the buttons that load more of it. */
export function startPaging(section: HTMLElement): void {
  const sort = one<HTMLSelectElement>(section, '#comment-sort');
  // A reader may have chosen before the script ran.
  const chosen = sort.value as ThreadSort;
  $thread.subscribe((state) => {
    sort.value = state.sort;
  });
  if (chosen !== $thread.get().sort) void changeSort(chosen);
  sort.onchange = () => void changeSort(sort.value as ThreadSort);
  startButton(one(section, '#comments-next'), 'next', appendPage);
  startButton(one(section, '#comments-previous'), 'previous', prependPage);
  one(section, '#threads').addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('.more-replies');
    if (button) void loadReplies(button);
  });
}

/** Shows the first page in an order. Without an answer, the list and its order stay. */
export async function changeSort(sort: ThreadSort): Promise<void> {
  const list = one(document, '#threads');
  list.ariaBusy = 'true';
  try {
    showPage(await readThreads({ sort }), sort);
    $linked.set(null);
    hideNote();
  } catch (error) {
    showLoadFailure(error, FAILED, () => void changeSort(sort));
    one<HTMLSelectElement>(document, '#comment-sort').value = $thread.get().sort;
  }
  list.ariaBusy = null;
}

/** The button loads the next or the previous page, and moves the focus to its first comment. */
function startButton(
  button: HTMLElement,
  side: 'next' | 'previous',
  add: (page: ThreadPage) => void,
): void {
  const load = async () => {
    const { sort, [side]: cursor } = $thread.get();
    if (cursor === null) return;
    try {
      const page = await readThreads({ sort, cursor });
      const top = side === 'previous' ? one(document, '#threads').firstElementChild : null;
      const before = top?.getBoundingClientRect().top ?? 0;
      add(page);
      hideNote();
      // Keep the scroll position of the first comment.
      if (top)
        window.scrollBy({ top: top.getBoundingClientRect().top - before, behavior: 'instant' });
      const first = side === 'next' ? page.threads.at(0) : page.threads.at(-1);
      focusComment(first && commentsOf(first)[0]?._id);
    } catch (error) {
      showLoadFailure(error, `More comments couldn't be loaded.`, () => button.click());
    }
  };
  button.onclick = () => void whileBusy(button, load);
}

async function loadReplies(button: HTMLElement): Promise<void> {
  const id = button.closest<HTMLElement>('.thread')?.dataset.thread ?? '';
  await whileBusy(button, async () => {
    try {
      const thread = $thread.get().threads.find((one) => one._id === id);
      const known = new Set(thread?.replies.map((reply) => reply._id));
      const { replies, total } = await readReplies(id, thread ? nextReply(thread) : 0);
      appendReplies(id, replies, total);
      hideNote();
      focusComment(replies.find((reply) => !known.has(reply._id))?._id);
    } catch (error) {
      showLoadFailure(error, `More replies couldn't be loaded.`, () => button.click());
    }
  });
}

/** Keyboard users continue where something was added. */
export function focusComment(id: string | undefined): void {
  document.getElementById(`comment-${id}`)?.focus({ preventScroll: true });
}
