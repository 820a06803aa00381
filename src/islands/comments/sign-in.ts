import { navigate, rememberReturn, signInPath } from '../../lib/navigate.ts';

/** The sign-in page, told to come back to the comments of the page at `path`. */
export function commentsSignInPath(path: string): string {
  return signInPath(`${path}#comments`);
}

/** Signing in will lead back to a place among the comments of this page. */
export function rememberPlace(place = 'comments'): void {
  rememberReturn(`${window.location.pathname}#${place}`);
}

/** Goes to sign in from such a place. */
export function goToSignIn(place: string): void {
  rememberPlace(place);
  navigate('/signin');
}
