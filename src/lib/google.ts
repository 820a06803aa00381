import type { GooglePerson } from '../../api/contract/users.ts';

const START = '/api/auth/google/start';
/** Where the last page of the popup (api/auth/google/popup-page.ts) says how it went. */
const CHANNEL = 'inkwell-google';
/** One window, whatever the number of clicks. */
const WINDOW = 'inkwell-google';
const WIDTH = 500;
const HEIGHT = 640;
/** As long as the server waits for the return of the popup. */
const PATIENCE_MS = 10 * 60 * 1000;
const LOOK_EVERY_MS = 500;
/** The popup's last words may still be on their way when it is gone. */
const GRACE_MS = 1500;

interface Options {
  /**
   * The popup seems to be closed, so the form should be usable again. It may be open all the same: pages
   * of the provider can cut the tie between the windows, which looks just like it. So we keep listening.
   */
  onReleased?: () => void;
}

let endEarlierAttempt: () => void = () => undefined;

/**
 * Lets Google prove in a popup who is here. Call it straight in the click, else the browser blocks the
 * popup. Returns the person, whom the server knows too, or null when nothing came of it (blocked,
 * refused, failed, or another attempt began): as spec.md wants it, that is only logged. It may take
 * minutes to settle; see `onReleased`.
 */
export async function askGoogle({ onReleased }: Options = {}): Promise<GooglePerson | null> {
  endEarlierAttempt();
  const attempt = newAttempt();
  const popup = window.open(`${START}?attempt=${attempt}`, WINDOW, centered());
  if (!popup) {
    console.info('Google sign-in: the browser has blocked the popup.');
    return null;
  }
  popup.focus();
  return await toldBy(popup, attempt, onReleased);
}

/** `crypto.randomUUID` is missing where a site is tried out without TLS. */
function newAttempt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** In the middle of our window, on whichever screen that is. */
function centered(): string {
  const left = Math.round(window.screenX + Math.max(0, (window.outerWidth - WIDTH) / 2));
  const top = Math.round(window.screenY + Math.max(0, (window.outerHeight - HEIGHT) / 2));
  return `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`;
}

/** Waits for the popup's word about this attempt (other tabs have theirs); null when it is a refusal. */
function toldBy(
  popup: Window,
  attempt: string,
  onReleased: (() => void) | undefined,
): Promise<GooglePerson | null> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL);
    const end = (person: GooglePerson | null) => {
      channel.close();
      clearInterval(looking);
      clearTimeout(patience);
      resolve(person);
    };
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isRecord(data) && data.attempt === attempt) end(personIn(data));
    };
    let closedFor = 0;
    const looking = setInterval(() => {
      closedFor = popup.closed ? closedFor + LOOK_EVERY_MS : 0;
      if (closedFor < GRACE_MS) return;
      clearInterval(looking);
      onReleased?.();
    }, LOOK_EVERY_MS);
    const patience = setTimeout(() => end(null), PATIENCE_MS);
    endEarlierAttempt = () => end(null);
  });
}

function personIn(told: Record<string, unknown>): GooglePerson | null {
  const { ok, name, email, profilePhoto } = told;
  if (ok !== true || typeof email !== 'string') return null;
  return {
    name: typeof name === 'string' ? name : '',
    email,
    profilePhoto: typeof profilePhoto === 'string' ? profilePhoto : '',
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
