import type { Guard } from '../static/site.ts';
import type { Sessions } from './sessions.ts';

const ADMINISTRATORS = /^\/(create-post|update-post)(\/|$)/;

/** The sign-in page reads and removes it (src/lib/navigate.ts); long enough to find one's password. */
const RETURN_COOKIE = 'return_to';
const RETURN_SECONDS = 600;
const LONGEST_RETURN = 1000;

/**
 * Decides who may see a guarded page: any signed-in user the dashboard, administrators the editors.
 * Everybody else is sent to /signin, with a cookie that says where they wanted to go.
 */
export function pageGuard(sessions: Sessions, { https }: { https: boolean }): Guard {
  return async (path, cookieHeader, target) => {
    const user = await sessions.peekUser(cookieHeader);
    const admitted = user !== null && (user.isAdmin || !ADMINISTRATORS.test(path));
    return admitted ? null : { location: '/signin', cookie: returnCookie(target, https) };
  };
}

/** Whether the target is a path of ours is for the sign-in page to judge: it trusts no cookie. */
function returnCookie(target: string, https: boolean): string | undefined {
  const value = encodeURIComponent(target);
  if (value.length > LONGEST_RETURN) return undefined;
  const secure = https ? '; Secure' : '';
  return `${RETURN_COOKIE}=${value}; Path=/signin; Max-Age=${RETURN_SECONDS}; SameSite=Lax${secure}`;
}
