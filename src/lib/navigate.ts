import { safePath } from '../../api/contract/safe-path.ts';

let leaving = false;

/** Whether `navigate` was called, so that this page is about to close. */
export const isLeaving = (): boolean => leaving;

/** Opens a page of this site in this tab. `replace` adds no history entry. */
export function navigate(path: string, options: { replace?: boolean } = {}): void {
  leaving = true;
  const target = safePath(path);
  if (options.replace) window.location.replace(target);
  else window.location.assign(target);
}

/**
 * The page to open after signing in. Links put it in the query (`/signin?returnTo=…`). Guards
 * redirect to plain `/signin` and put it in a cookie, which api/auth/page-guard.ts sets too.
 */
const RETURN_COOKIE = 'return_to';
const RETURN_SECONDS = 600;
const MAX_RETURN_LENGTH = 1000;

/** Returns the address of the sign-in page that leads back to `path`. */
export function signInPath(path: string): string {
  return `/signin?returnTo=${encodeURIComponent(path)}`;
}

/** Saves the page to return to after signing in: this one by default. */
export function rememberReturn(path = currentPath()): void {
  const value = encodeURIComponent(safePath(path));
  if (value.length > MAX_RETURN_LENGTH) return;
  writeReturnCookie(value, RETURN_SECONDS);
}

/**
 * On /signin, returns the path to open after signing in, `/` by default. Deletes the cookie and
 * keeps its path in the history entry, so that a reload doesn't lose it.
 */
export function returnPath(): string {
  const inCookie = returnCookie();
  if (inCookie !== undefined) {
    writeReturnCookie('', 0);
    window.history.replaceState({ returnTo: inCookie }, '');
  }
  const { returnTo }: { returnTo?: string } = window.history.state ?? {};
  const inQuery = new URLSearchParams(window.location.search).get('returnTo');
  const path = safePath(inQuery ?? returnTo);
  // Never return to the forms themselves.
  return /^\/sign(in|up)(?![^/?#])/.test(path) ? '/' : path;
}

/** Opens the sign-in page, which returns to `path` afterwards: by default, to this page. */
export function goToSignIn(path?: string): void {
  rememberReturn(path);
  navigate('/signin');
}

function currentPath(): string {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
}

function writeReturnCookie(value: string, seconds: number): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing without TLS
  document.cookie = `${RETURN_COOKIE}=${value}; Path=/signin; Max-Age=${seconds}; SameSite=Lax${secure}`;
}

function returnCookie(): string | undefined {
  const value = new RegExp(`(?:^|; )${RETURN_COOKIE}=([^;]*)`).exec(document.cookie)?.[1];
  try {
    return value && decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

/** Returns the address of a search that keeps the current query, but starts at the first result. */
export function searchPath(currentQuery: string, searchTerm: string): string {
  const parameters = new URLSearchParams(currentQuery);
  parameters.set('searchTerm', searchTerm);
  parameters.delete('startIndex');
  return `/search?${parameters}`;
}
