import { canAtAll } from '../access/permissions.ts';
import type { Sessions } from '../access/sessions.ts';
import { routeKind } from '../http/routes.ts';
import type { Guard } from '../static/site.ts';

/**
 * The sign-in page reads and removes it (src/lib/navigate.ts). Lasts long enough to look up a
 * password.
 */
const RETURN_COOKIE = 'return_to';
const RETURN_SECONDS = 600;
const MAX_RETURN_LENGTH = 1000;

/**
 * Guards pages: the dashboard is for signed-in users, the editors for users who may publish posts.
 * Redirects others to /signin, with a cookie for the page to return to.
 */
export function pageGuard(sessions: Sessions, { https }: { https: boolean }): Guard {
  return async (path, cookieHeader, target) => {
    const user = await sessions.peekUser(cookieHeader);
    const admitted =
      user !== null && (routeKind(path) !== 'editor' || canAtAll(user, 'post.publish'));
    return admitted ? null : { location: '/signin', cookie: returnCookie(target, https) };
  };
}

/** Returns the `Set-Cookie` value. The sign-in page checks that the target is on this site. */
function returnCookie(target: string, https: boolean): string | undefined {
  const value = encodeURIComponent(target);
  if (value.length > MAX_RETURN_LENGTH) return undefined;
  const secure = https ? '; Secure' : '';
  return `${RETURN_COOKIE}=${value}; Path=/signin; Max-Age=${RETURN_SECONDS}; SameSite=Lax${secure}`;
}
