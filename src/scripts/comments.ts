import { showNote } from './comments/note.ts';

const section = document.getElementById('comments');
/** The script takes over before the reader sees the comments. */
const NEAR = '1000px';

let isStarted = false;

async function start(): Promise<void> {
  // A failed import is tried again, and one that succeeded isn't.
  const { startComments } = await import('./comments/section.ts');
  if (!isStarted) startComments(section as HTMLElement);
  isStarted = true;
}

/** Loads the script for a reader who needs it, and says so if that fails. */
function need(act?: () => void): void {
  start().then(act, () =>
    showNote("This couldn't be loaded. Please check your connection.", () => need(act)),
  );
}

/** Loads the script when a reader uses the section, then repeats what the reader did. */
function later({ type, target }: Event): void {
  const element = (target as Element).closest<HTMLElement>('[data-needs-js]');
  if (isStarted || !element) return;
  need(() => {
    if (type === 'submit') (element as HTMLFormElement).requestSubmit();
    // This does nothing on what isn't a button.
    else element.click();
  });
}

if (section) {
  const { hash } = window.location;
  // Set by first-paint.js. Signed-in readers are likely to write.
  const isSignedIn = document.documentElement.hasAttribute('data-signed-in');
  if (/^#comment-/.test(hash) && !document.getElementById(hash.slice(1))) need();
  else if (hash.startsWith('#comment') || isSignedIn) start().catch(() => undefined);
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some((entry) => entry.isIntersecting)) start().catch(() => undefined);
    },
    { rootMargin: NEAR },
  );
  observer.observe(section);
  // The page is readable without the script, so only readers who use it see an error.
  for (const kind of ['click', 'change', 'submit']) section.addEventListener(kind, later);
}
