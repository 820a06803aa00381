/** Paths of ours only: an address from outside (a query, a stored value) must not lead off the site. */
export function safePath(target: string | null | undefined, fallback = '/'): string {
  if (!target?.startsWith('/')) return fallback;
  try {
    const base = 'http://site.invalid';
    const url = new URL(target, base);
    // `/.//evil.example` is a path of ours whose normal form begins with `//`: another site.
    if (url.origin !== base || url.pathname.startsWith('//')) return fallback;
    return url.pathname + url.search + url.hash;
  } catch {
    return fallback;
  }
}

/** Opens a page of ours in this tab. `replace` leaves no entry in the history (guards, sign-in). */
export function navigate(path: string, options: { replace?: boolean } = {}): void {
  const target = safePath(path);
  if (options.replace) window.location.replace(target);
  else window.location.assign(target);
}

/**
 * Where to go after signing in. Links say it in the query (`/signin?returnTo=…`); guards, whose redirect goes
 * to `/signin` and nowhere else, in a cookie that only /signin gets (api/auth/page-guard.ts sets the same).
 */
const RETURN_COOKIE = 'return_to';
const RETURN_SECONDS = 600;
const LONGEST_RETURN = 1000;

/** The address of the sign-in page that will lead back to `path`. */
export function signInPath(path: string): string {
  return `/signin?returnTo=${encodeURIComponent(path)}`;
}

/** Remembers where to return after signing in: this very page, unless told otherwise. */
export function rememberReturn(path = currentPath()): void {
  const value = encodeURIComponent(safePath(path));
  if (value.length > LONGEST_RETURN) return;
  writeReturnCookie(value, RETURN_SECONDS);
}

/**
 * On /signin: the path to go to after signing in, `/` when none was told. The cookie is used up; the entry
 * of the history keeps the path, so that a reload does not lose it.
 */
export function returnPath(): string {
  const inCookie = cookieValue(document.cookie, RETURN_COOKIE);
  if (inCookie !== undefined) {
    writeReturnCookie('', 0);
    window.history.replaceState({ returnTo: inCookie }, '');
  }
  const state: unknown = window.history.state;
  const kept = typeof state === 'object' && state !== null && 'returnTo' in state && state.returnTo;
  const inQuery = new URLSearchParams(window.location.search).get('returnTo');
  const path = safePath(inQuery ?? (typeof kept === 'string' ? kept : null));
  // Back to the forms themselves would be a circle.
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

function cookieValue(cookies: string, name: string): string | undefined {
  const found = cookies.split(/;\s*/).find((pair) => pair.startsWith(`${name}=`));
  try {
    return found && decodeURIComponent(found.slice(name.length + 1));
  } catch {
    return undefined;
  }
}

/**
 * The address of a search: the query of the page we are on, with `searchTerm` set, and without
 * `startIndex`, which belonged to the results before.
 */
export function searchPath(currentQuery: string, searchTerm: string): string {
  const parameters = new URLSearchParams(currentQuery);
  parameters.set('searchTerm', searchTerm);
  parameters.delete('startIndex');
  return `/search?${parameters}`;
}
