/** Where a browser keeps something. */
export type BrowserPlace = 'Cookie' | 'Local storage' | 'Session storage' | 'IndexedDB';

/** Something that the site stores in a browser. */
export interface StoredInBrowser {
  place: BrowserPlace;
  /**
   * The name as the browser's developer tools show it, on a site without HTTPS if it differs there. `…`
   * at the end stands for an id.
   */
  name: string;
  /** The name on a site with HTTPS, if it's another one. */
  httpsName?: string;
  purpose: string;
  /** When it goes away. */
  until: string;
  /** Only where Google sign-in is set up. */
  google?: true;
}

/**
 * Everything that the site can leave in a browser, as the privacy page lists it. Session storage lasts
 * until its tab is closed. A browser test compares this list with what a visit really leaves behind
 * (tests/e2e/privacy.spec.ts): add whatever is new to it.
 */
export const STORED_IN_BROWSER: readonly StoredInBrowser[] = [
  {
    place: 'Cookie',
    name: 'inkwell_session',
    httpsName: '__Host-inkwell_session',
    purpose: 'Keeps you signed in. Scripts can’t read it and other sites can’t use it.',
    until: 'You sign out, or 30 days have passed since your last visit.',
  },
  {
    place: 'Cookie',
    name: 'inkwell_device',
    purpose:
      'Recognizes a browser that has signed in to your account before, so that strangers who guess passwords can’t lock you out.',
    until: 'One year has passed since your last sign-in. It stays when you sign out.',
  },
  {
    place: 'Cookie',
    name: 'return_to',
    purpose: 'Remembers which page to open after you sign in.',
    until: 'The sign-in page opens, or 10 minutes have passed.',
  },
  {
    place: 'Cookie',
    name: 'inkwell_google',
    httpsName: '__Host-inkwell_google',
    purpose: 'Makes sure that the answer from Google belongs to the window you opened.',
    until: 'You finish signing in, or 10 minutes have passed.',
    google: true,
  },
  {
    place: 'Local storage',
    name: 'root',
    purpose:
      'Holds the theme you chose and, while you are signed in, your username, email and picture, so that pages can show them at once.',
    until: 'You sign out, which removes your profile. The theme stays until you clear it.',
  },
  {
    place: 'Session storage',
    name: 'comment-draft:…',
    purpose: 'Holds a comment that you started and didn’t send.',
    until: 'You send it, sign out, or close the tab.',
  },
  {
    place: 'Session storage',
    name: 'profile-draft',
    purpose: 'Holds changes to your profile that weren’t saved because your session had ended.',
    until: 'You open your profile again, sign out, or close the tab.',
  },
  {
    place: 'Session storage',
    name: 'newEmail',
    purpose: 'Fills in your email on the sign-in page after you sign up.',
    until: 'The sign-in page opens, or you close the tab.',
  },
  {
    place: 'Session storage',
    name: 'suggested-username',
    purpose:
      'Holds a username made from your name at Google, which we suggest for your new account.',
    until: 'You choose a username or decline, sign out, or close the tab.',
    google: true,
  },
  {
    place: 'Session storage',
    name: 'toast',
    purpose: 'Holds a short message that the next page shows.',
    until: 'The next page opens.',
  },
  {
    place: 'IndexedDB',
    name: 'inkwell-drafts',
    purpose: 'Holds the post drafts of writers.',
    until: 'The writer publishes the post, discards the draft, or signs out.',
  },
];
