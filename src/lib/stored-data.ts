/** Where a browser keeps something. */
export type BrowserPlace = 'Cookie' | 'Local storage' | 'Session storage' | 'IndexedDB';

/** Something that the site stores in a browser. */
export interface StoredInBrowser {
  place: BrowserPlace;
  /** The name as the browser's developer tools show it. `…` at the end stands for an id. */
  name: string;
  purpose: string;
  /** When it goes away. */
  until: string;
  /** Only where Google sign-in is set up. */
  google?: true;
}

/**
 * Everything that the site can leave in a browser, as the privacy page lists it. Session storage lasts
 * until its tab is closed. A browser test compares this list with what a visit really leaves behind
 * (tests/e2e/privacy.spec.ts): whoever stores something new adds it here.
 */
export const STORED_IN_BROWSER: readonly StoredInBrowser[] = [
  {
    place: 'Cookie',
    name: 'inkwell_session',
    purpose: 'Keeps you signed in. Scripts can’t read it and other sites can’t use it.',
    until: 'You sign out, or 30 days after your last visit.',
  },
  {
    place: 'Cookie',
    name: 'inkwell_device',
    purpose:
      'Recognizes a browser that has signed in to your account before, so that strangers who guess passwords can’t lock you out.',
    until: 'One year after your last sign-in. It stays when you sign out.',
  },
  {
    place: 'Cookie',
    name: 'return_to',
    purpose: 'Remembers which page to open after you sign in.',
    until: 'You have signed in, or 10 minutes.',
  },
  {
    place: 'Cookie',
    name: 'inkwell_google',
    purpose: 'Makes sure that the answer from Google belongs to the window you opened.',
    until: 'The sign-in is finished, or 10 minutes.',
    google: true,
  },
  {
    place: 'Local storage',
    name: 'root',
    purpose:
      'Holds the theme you chose and, while you are signed in, your username, email and picture, so that pages can show them at once.',
    until: 'Your profile goes when you sign out. The theme stays until you clear it.',
  },
  {
    place: 'Session storage',
    name: 'comment-draft:…',
    purpose: 'A comment that you began and didn’t send.',
    until: 'You send it, sign out, or close the tab.',
  },
  {
    place: 'Session storage',
    name: 'profile-draft',
    purpose: 'Changes to your profile that weren’t saved because your session had ended.',
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
    purpose: 'A username made from your name at Google, which we suggest for your new account.',
    until: 'You choose a username or decline, sign out, or close the tab.',
    google: true,
  },
  {
    place: 'Session storage',
    name: 'toast',
    purpose: 'A short message that the next page shows.',
    until: 'The next page opens.',
  },
  {
    place: 'IndexedDB',
    name: 'inkwell-drafts',
    purpose: 'Drafts of posts, for writers.',
    until: 'The post is published, or the writer discards the draft or signs out.',
  },
];
