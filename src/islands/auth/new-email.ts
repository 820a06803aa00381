const KEY = 'newEmail';

/** Leaves the email of a new account for the sign-in page. */
export function leaveNewEmail(email: string): void {
  try {
    sessionStorage.setItem(KEY, email);
  } catch {
    // Then it has to be typed once more.
  }
}

/** The email that the sign-up page has left, once. */
export function takeNewEmail(): string | null {
  try {
    const email = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return email;
  } catch {
    return null;
  }
}
