import { showNote } from './comments/note.ts';

const section = document.getElementById('comments');
/** The script takes over before the reader sees the comments. */
const NEAR = '1000px';

let started: Promise<void> | undefined;
let isStarted = false;

function start(): Promise<void> {
  started ??= import('./comments/section.ts').then(
    (script) => {
      script.startComments(section as HTMLElement);
      isStarted = true;
    },
    (error: unknown) => {
      started = undefined;
      throw error;
    },
  );
  return started;
}

/** Loads the script for a reader who needs it, and says so if that fails. */
function need(act?: () => void): void {
  start().then(act, () =>
    showNote("This couldn't be loaded. Please check your connection.", () => need(act)),
  );
}

/** Forms that were sent and buttons that were pressed before the script ran. */
const early = new Set<EventTarget>();

/** Loads the script for a reader who uses the section, and does then what the reader wanted. */
function later({ type, target }: Event): void {
  const element = (target as Element).closest<HTMLElement>('button, select, textarea, form');
  if (isStarted || !element || early.has(element)) return;
  // A click of "Submit" also sends the form.
  const isAct = type === 'submit' || (type === 'click' && element.matches('[type="button"]'));
  if (isAct) early.add(element);
  need(() => {
    if (!early.delete(element)) return;
    if (element instanceof HTMLFormElement) element.requestSubmit();
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
