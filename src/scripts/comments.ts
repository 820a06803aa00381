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

/** Loads the script for a reader who needs it, and says so if that fails. */
function need(): void {
  start().catch(() => showNote("This couldn't be loaded. Please check your connection.", need));
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
  for (const kind of ['click', 'change']) {
    section.addEventListener(kind, ({ target }) => {
      if ((target as Element).closest('button, select, textarea')) need();
    });
  }
}
