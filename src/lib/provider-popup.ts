import { providerPath, type SignInProvider } from '../../api/contract/identities.ts';
import { GOOGLE_CHANNEL, type PopupResult } from '../../api/contract/users.ts';
import type { Body } from './api-types.ts';

/**
 * The person who signed in to a provider in the popup. Has a password if the server asked for it
 * with the code `password_required`.
 */
export type GooglePerson = Body<'POST /api/auth/google'>;

/** One name, so that repeated clicks reuse the window. */
const WINDOW_NAME = 'inkwell-google';
const WIDTH = 500;
const HEIGHT = 640;
/** The server waits just as long for the popup to return. */
const TIMEOUT_MS = 10 * 60 * 1000;
const POLL_INTERVAL_MS = 500;
/** The popup's message may arrive after the popup has closed. */
const GRACE_PERIOD_MS = 1500;

let cancelPrevious = () => {};

/**
 * Signs in to a provider in a popup. Call it directly from the click handler, or the browser blocks
 * the popup. Returns the person, or `null` if the popup was blocked, refused, failed or replaced by
 * another attempt; the reason is only logged. Can take minutes. `onClosed` is called when the popup
 * seems closed, so that the form can be used again. It may still be open: pages of the provider can
 * sever the link between the windows, which looks the same. We keep listening.
 */
export async function signInAt(
  provider: SignInProvider,
  { onClosed }: { onClosed: () => void },
): Promise<GooglePerson | null> {
  cancelPrevious();
  const attempt = randomId();
  const popup = window.open(
    `${providerPath(provider.id)}/start?attempt=${attempt}`,
    WINDOW_NAME,
    centered(),
  );
  if (!popup) {
    console.info(`${provider.name} sign-in: the browser blocked the popup.`);
    return null;
  }
  popup.focus();
  return await resultOf(popup, attempt, onClosed);
}

/** `crypto.randomUUID` is missing without TLS. */
function randomId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** Centers the popup over our window, on any screen. */
function centered(): string {
  const left = Math.round(window.screenX + Math.max(0, (window.outerWidth - WIDTH) / 2));
  const top = Math.round(window.screenY + Math.max(0, (window.outerHeight - HEIGHT) / 2));
  return `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`;
}

/** Waits for the popup's message about this attempt. Other tabs have attempts of their own. */
function resultOf(
  popup: Window,
  attempt: string,
  onClosed: () => void,
): Promise<GooglePerson | null> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(GOOGLE_CHANNEL);
    const finish = (person: GooglePerson | null) => {
      channel.close();
      clearInterval(polling);
      clearTimeout(timeout);
      resolve(person);
    };
    channel.onmessage = ({ data }: MessageEvent<PopupResult>) => {
      if (data.attempt !== attempt) return;
      if (!data.ok) return finish(null);
      const { name, email, profilePhoto } = data;
      finish({ name, email, profilePhoto });
    };
    let closedMs = 0;
    const polling = setInterval(() => {
      closedMs = popup.closed ? closedMs + POLL_INTERVAL_MS : 0;
      if (closedMs < GRACE_PERIOD_MS) return;
      clearInterval(polling);
      onClosed();
    }, POLL_INTERVAL_MS);
    const timeout = setTimeout(() => finish(null), TIMEOUT_MS);
    cancelPrevious = () => finish(null);
  });
}
