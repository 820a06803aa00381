import { statusOf } from '../../islands/ui/request.ts';
import { $linked, $thread, findShown, showComment } from '../../stores/thread.ts';
import { showPage } from '../../stores/thread-pages.ts';
import { readThreads } from './api.ts';
import { hideNote, showLoadFailure, showNote } from './note.ts';
import { rescueReply } from './writing.ts';

/** Shows the comment that the address names (`#comment-{id}`), wherever it is in the list. */
export function startLinked(): void {
  $linked.listen((id) => void show(id));
  // The list may have another element for the comment now.
  $thread.listen(mark);
  const follow = () => {
    hideNote();
    const id = /^#comment-([\w-]+)$/.exec(window.location.hash)?.[1] ?? null;
    if (id === null) $linked.set(null);
    else showComment(id);
  };
  window.addEventListener('hashchange', follow);
  follow();
  // A click on the link to the comment where the reader is already doesn't change the address.
  document.getElementById('threads')?.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#comment-"]');
    if (link && link.hash === window.location.hash) follow();
  });
}

async function show(id: string | null): Promise<void> {
  mark();
  if (id === null) return;
  if (!findShown(id)) {
    try {
      const { sort } = $thread.get();
      const page = await readThreads({ around: id, sort });
      if ($linked.get() !== id) return;
      showPage(page, sort);
    } catch (error) {
      if ($linked.get() !== id) return;
      if (statusOf(error) === 404) {
        showNote('The comment that this link points to no longer exists.');
        await rescueReply(id);
      } else {
        showLoadFailure(error, "The comment couldn't be loaded.", () => showComment(id));
      }
      document.getElementById('comments-note')?.scrollIntoView({ block: 'center' });
      return;
    }
  }
  mark();
  const article = document.getElementById(`comment-${id}`);
  if (!article) return;
  // Long ones begin at the top.
  const isLong = article.offsetHeight > window.innerHeight / 2;
  article.scrollIntoView({ block: isLong ? 'start' : 'center' });
  article.focus({ preventScroll: true });
}

/** Marks the linked comment, and no other. */
function mark(): void {
  const id = $linked.get();
  const wanted = id === null ? null : document.getElementById(`comment-${id}`);
  for (const article of document.querySelectorAll('#threads [aria-current]')) {
    if (article !== wanted) article.ariaCurrent = null;
  }
  if (wanted) wanted.ariaCurrent = 'true';
}
