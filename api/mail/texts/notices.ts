import { atTime, type MailSite, type MailText } from './text.ts';

// Notices about events in an account.

export interface NoticePayload {
  username: string;
  /** ISO 8601. */
  at: string;
}

const resetLink = (site: MailSite) => ({
  label: 'Reset your password',
  url: `${site.url}/forgot-password`,
});

export function passwordChanged(site: MailSite, { username, at }: NoticePayload): MailText {
  return {
    subject: `Your ${site.name} password was changed`,
    preview: "If it wasn't you, reset your password now.",
    heading: 'Your password was changed',
    paragraphs: [
      `The password of your account “${username}” at ${site.name} was changed on ${atTime(at)}. Other browsers were signed out.`,
      "If it was you, there's nothing to do. If not, someone else knows your password: reset it now.",
    ],
    action: resetLink(site),
    notes: ["You can't turn off messages about the security of your account."],
  };
}

export interface SignInPayload extends NoticePayload {
  /** Such as "Firefox on Linux". Empty if unknown. */
  browser: string;
}

export function newBrowser(site: MailSite, { username, at, browser }: SignInPayload): MailText {
  const what = browser === '' ? 'a new browser' : `a new browser (${browser})`;
  return {
    subject: `New sign-in to your ${site.name} account`,
    preview: "If it wasn't you, reset your password now.",
    heading: 'New sign-in',
    paragraphs: [
      `Someone signed in to your account “${username}” at ${site.name} from ${what} on ${atTime(at)}.`,
      "If it was you, there's nothing to do. If not, reset your password: that signs out all browsers.",
    ],
    action: resetLink(site),
    notes: ["You can't turn off messages about the security of your account."],
  };
}

export interface PasskeyPayload extends NoticePayload {
  /** The passkey's name. */
  name: string;
}

export function passkeyAdded(site: MailSite, { username, at, name }: PasskeyPayload): MailText {
  return {
    subject: `A passkey was added to your ${site.name} account`,
    preview: "If it wasn't you, remove it and reset your password.",
    heading: 'A passkey was added',
    paragraphs: [
      `The passkey “${name}” was added to your account “${username}” at ${site.name} on ${atTime(at)}. It can sign in without your password.`,
      "If it was you, there's nothing to do. If not, reset your password. That also removes a passkey that was added from a browser your account didn't know. Then sign in, and check your passkeys in your profile.",
    ],
    action: resetLink(site),
    notes: ["You can't turn off messages about the security of your account."],
  };
}

/** The wording of each change. `name` is the provider's or the passkey's. */
const CHANGES = {
  'identity-linked': {
    what: 'An account was linked',
    sentence: (name: string) =>
      `A ${name} account was linked to it, and can sign in without your password.`,
  },
  'identity-unlinked': {
    what: 'An account was unlinked',
    sentence: (name: string) =>
      `A ${name} account was unlinked from it, and can't sign in anymore.`,
  },
  'passkey-removed': {
    what: 'A passkey was removed',
    sentence: (name: string) => `The passkey “${name}” was removed, and can't sign in anymore.`,
  },
  'two-step-on': {
    what: 'Two-step verification was turned on',
    sentence: () => 'Signing in now also takes a code from an authenticator app.',
  },
  'two-step-off': {
    what: 'Two-step verification was turned off',
    sentence: () => 'Signing in no longer takes a code, only the password.',
  },
  'recovery-codes': {
    what: 'New recovery codes were created',
    sentence: () => 'Your earlier recovery codes no longer work.',
  },
};

export interface SignInChangePayload extends NoticePayload {
  change: keyof typeof CHANGES;
  name: string;
}

export function signInChange(
  site: MailSite,
  { username, at, change, name }: SignInChangePayload,
): MailText {
  const { what, sentence } = CHANGES[change];
  return {
    subject: `${what}: your ${site.name} account`,
    preview: "If it wasn't you, reset your password now.",
    heading: what,
    paragraphs: [
      `Your account “${username}” at ${site.name} changed on ${atTime(at)}. ${sentence(name)}`,
      "If it was you, there's nothing to do. If not, reset your password. That signs out all browsers, and removes ways to sign in that were added from a browser your account didn't know.",
    ],
    action: resetLink(site),
    notes: ["You can't turn off messages about the security of your account."],
  };
}

/** To an administrator who tests the settings. */
export function testMessage(site: MailSite, { username, at }: NoticePayload): MailText {
  return {
    subject: `Test message from ${site.name}`,
    preview: 'Your site can send email.',
    heading: 'Mail works',
    paragraphs: [
      `${username} sent this test message from the dashboard of ${site.name} on ${atTime(at)}.`,
      "If it arrived in the spam folder, check your domain's SPF, DKIM and DMARC records. The dashboard shows what it found.",
    ],
    action: { label: 'Open the dashboard', url: `${site.url}/dashboard?tab=settings` },
    notes: [],
  };
}
