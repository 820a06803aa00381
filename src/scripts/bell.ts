import { BELL } from '../icons/bell.ts';
import { $unread, refreshUnread } from '../stores/unread.ts';

/** The most that the badge shows. */
const MOST = 99;
const AGAIN_AFTER_MS = 60_000;

let userId: string | undefined;
let askedAt = 0;

/** Shows the link to the notifications next to the account menu, with the number of unread ones. */
export function showBell(id: string): void {
  if (id === userId) return;
  const isFirst = userId === undefined;
  userId = id;
  $unread.set(null);
  ask();
  if (!isFirst) return;
  offerToFollow();
  const place = document.querySelector('.bar [data-for="user"]');
  place?.prepend(createBell());
  document.addEventListener('visibilitychange', () => {
    const isOld = performance.now() - askedAt >= AGAIN_AFTER_MS;
    if (document.visibilityState === 'visible' && isOld) ask();
  });
}

/** On the page of a post, offers to follow or mute its conversation. */
function offerToFollow(): void {
  const section = document.getElementById('comments');
  const postId = document.querySelector<HTMLElement>('[data-edit-post]')?.dataset.editPost;
  if (!section || !postId) return;
  // If the script doesn't load, there are no buttons.
  import('./follow.ts').then(
    (script) => script.startFollow(section, postId),
    () => undefined,
  );
}

function ask(): void {
  askedAt = performance.now();
  void refreshUnread();
}

function createBell(): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = '/dashboard?tab=notifications';
  link.className = 'icon-btn bell';
  const badge = document.createElement('span');
  badge.className = 'bell-number';
  link.append(createIcon(), badge);
  $unread.subscribe((unread) => {
    const number = unread ?? 0;
    badge.hidden = number === 0;
    badge.textContent = number > MOST ? `${MOST}+` : String(number);
    // The name says it in words.
    badge.ariaHidden = 'true';
    link.ariaLabel = number === 0 ? 'Notifications' : `Notifications, ${number} unread`;
  });
  return link;
}

function createIcon(): SVGSVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const icon = document.createElementNS(namespace, 'svg');
  const path = document.createElementNS(namespace, 'path');
  const attributes = { viewBox: '0 0 24 24', width: '20', height: '20', fill: 'none' };
  const stroke = { stroke: 'currentColor', 'stroke-width': '2', 'aria-hidden': 'true' };
  for (const [name, value] of Object.entries({ ...attributes, ...stroke })) {
    icon.setAttribute(name, value);
  }
  path.setAttribute('d', BELL);
  path.setAttribute('stroke-linecap', 'round');
  path.setAttribute('stroke-linejoin', 'round');
  icon.append(path);
  return icon;
}
