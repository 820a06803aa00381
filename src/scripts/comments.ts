import { showNote } from './comments/note.ts';

const section = document.getElementById('comments');
/** The script takes over before the reader sees the comments. */
const NEAR = '1000px';

let started: Promise<void> | undefined;

function start(): Promise<void> {
  started ??= import('./comments/section.ts').then(
    (script) => script.startComments(section as HTMLElement),
    (error: unknown) => {
      started = undefined;
      throw error;
    },
  );
  return started;
}

if (section) {
  const isHere = /^#comment/.test(window.location.hash);
  // Set by first-paint.js. Signed-in readers are likely to write.
  const isSignedIn = document.documentElement.hasAttribute('data-signed-in');
  if (isHere || isSignedIn) start().catch(() => undefined);
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some((entry) => entry.isIntersecting)) start().catch(() => undefined);
    },
    { rootMargin: NEAR },
  );
  observer.observe(section);
  // The page is readable without the script, so only readers who use it see an error.
  section.addEventListener('click', ({ target }) => {
    const isUsed = (target as Element).closest('button, textarea');
    if (!isUsed || started) return;
    const retry = () => {
      start().catch(() =>
        showNote("This couldn't be loaded. Please check your connection.", retry),
      );
    };
    retry();
  });
}
