import { navigate, signInPath } from '../../lib/navigate.ts';

/** The sign-in page, told to come back to a place among the comments of the page at `path`. */
export function commentsSignInPath(path: string, place = 'comments'): string {
  return signInPath(`${path}#${place}`);
}

/** Goes there from this page. */
export function goToSignIn(place?: string): void {
  navigate(commentsSignInPath(window.location.pathname, place));
}
