interface StoredInBrowser {
  place: 'Cookie' | 'Local storage' | 'Session storage' | 'IndexedDB';
  /** As the browser's developer tools show it. A final `…` stands for an id. */
  name: string;
  /** The name on a site with HTTPS, if it differs. */
  httpsName?: string;
  purpose: string;
  /** When it is deleted. */
  until: string;
  /** Only if Google sign-in is set up. */
  google?: true;
  /** Only if other providers are set up. */
  others?: true;
}

/**
 * Everything that the site can store in a browser. The privacy policy shows this list.
 * tests/e2e/privacy.spec.ts compares it with what a visit really stores, and
 * tests/api/docs/privacy.test.ts with the code.
 */
export const STORED_IN_BROWSER: readonly StoredInBrowser[] = [
  {
    place: 'Cookie',
    name: 'inkwell_session',
    httpsName: '__Host-inkwell_session',
    purpose: 'Keeps you signed in. Scripts can’t read it and other sites can’t use it.',
    until: 'You sign out, or 30 days after your last visit.',
  },
  {
    place: 'Cookie',
    name: 'inkwell_device',
    purpose:
      'Recognizes a browser that has signed in to your account before, so that strangers who guess passwords can’t lock you out of it.',
    until: 'One year after your last sign-in. Signing out doesn’t remove it.',
  },
  {
    place: 'Cookie',
    name: 'return_to',
    purpose: 'Remembers which page to open after you sign in.',
    until: 'The sign-in page opens, or 10 minutes later.',
  },
  {
    place: 'Cookie',
    name: 'inkwell_passkey_…',
    httpsName: '__Host-inkwell_passkey_…',
    purpose: 'Ensures that the answer of a passkey comes from this browser.',
    until: 'You used the passkey, or 5 minutes after you opened the sign-in page.',
  },
  {
    place: 'Cookie',
    name: 'inkwell_second_factor',
    httpsName: '__Host-inkwell_second_factor',
    purpose: 'Remembers that you entered your password while you enter the code of your app.',
    until: 'You finish signing in, or 5 minutes later.',
  },
  {
    place: 'Cookie',
    name: 'inkwell_google',
    httpsName: '__Host-inkwell_google',
    purpose: 'Ensures that the response from Google belongs to the window you opened.',
    until: 'You finish signing in, or 10 minutes later.',
    google: true,
  },
  {
    place: 'Cookie',
    name: 'inkwell_sign_in_…',
    httpsName: '__Host-inkwell_sign_in_…',
    purpose:
      'Ensures that the response from another sign-in provider belongs to the window you opened.',
    until: 'You finish signing in, or 10 minutes later.',
    others: true,
  },
  {
    place: 'Local storage',
    name: 'root',
    purpose:
      'Stores the theme you chose and, while you’re signed in, your username, email and picture, so that pages can show them at once.',
    until: 'You sign out, which removes your profile. The theme stays until you clear it.',
  },
  {
    place: 'Local storage',
    name: 'preferences',
    purpose:
      'Stores your writing preferences: whether single-key shortcuts are on, and whether the details panel is open.',
    until: 'You clear it. It says nothing about you.',
  },
  {
    place: 'Local storage',
    name: 'unsent-comment',
    purpose:
      'Stores a comment that you wrote before signing in, so that you can send it afterwards, also from the page that a link in a mail opens. Only the next person who signs in with this browser sees it.',
    until: 'You send it, sign out, or visit the post more than a week later.',
  },
  {
    place: 'Session storage',
    name: 'comment-draft:…',
    purpose: 'Stores a comment that you started but didn’t send.',
    until: 'You send it, sign out, or close the tab.',
  },
  {
    place: 'Session storage',
    name: 'like-later',
    purpose: 'Remembers the comment that you want to like while you sign in.',
    until: 'The post opens again, or you close the tab.',
  },
  {
    place: 'Session storage',
    name: 'focus-mode',
    purpose: 'Remembers that focus mode is on.',
    until: 'You exit focus mode, or close the tab.',
  },
  {
    place: 'Session storage',
    name: 'editor-place:…',
    purpose:
      'Remembers how far you had scrolled in a post that you edit, and where the cursor was.',
    until: 'You sign out, or close the tab.',
  },
  {
    place: 'Session storage',
    name: 'last-draft',
    purpose: 'Stores changes to a post that the browser was still saving when you left the page.',
    until: 'You open a post to edit it, sign out, or close the tab.',
  },
  {
    place: 'Session storage',
    name: 'profile-draft',
    purpose:
      'Stores changes to your profile that couldn’t be saved because your session had ended.',
    until: 'You open your profile again, sign out, or close the tab.',
  },
  {
    place: 'Session storage',
    name: 'site-settings',
    purpose: 'Stores changes to the site’s settings that an administrator hasn’t saved yet.',
    until: 'You save or discard them, sign out, or close the tab.',
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
    purpose: 'Stores a username made from your Google name, which we suggest for your new account.',
    until: 'You choose a username or decline, sign out, or close the tab.',
    google: true,
  },
  {
    place: 'Session storage',
    name: 'toast',
    purpose: 'Stores a short message for the next page to show.',
    until: 'The next page opens.',
  },
  {
    place: 'Session storage',
    name: 'undo-publish',
    purpose: 'Lets the next page offer to undo the publishing of a post.',
    until: 'The next page opens.',
  },
  {
    place: 'IndexedDB',
    name: 'inkwell-drafts',
    purpose: 'Stores drafts of posts.',
    until: 'You publish the post, discard the draft, sign out, or delete your account.',
  },
  {
    place: 'IndexedDB',
    name: 'inkwell-recordings',
    purpose:
      'Records what you write, so that you can recover a lost sentence. At most 20 MB, on this device only, without pictures.',
    until:
      'You sign out, or delete your account. The editor also deletes recordings after 30 days, and the oldest ones when storage runs out.',
  },
];
