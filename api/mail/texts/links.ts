import type { Role } from '../../contract/users.ts';
import { tokenUrl } from '../../tokens/issue.ts';
import type { MailSite, MailText } from './text.ts';

// Mails with a link for an action.

export interface ResetPasswordPayload {
  username: string;
  token: string;
  code: string;
}

export function resetPassword(
  site: MailSite,
  { username, token, code }: ResetPasswordPayload,
): MailText {
  return {
    subject: `Reset your ${site.name} password`,
    preview: 'The link and the code work for 30 minutes.',
    heading: 'Reset your password',
    paragraphs: [
      `Someone asked to reset the password of your account “${username}” at ${site.name}. If it was you, choose a new one:`,
    ],
    action: { label: 'Choose a new password', url: tokenUrl(site.url, 'reset-password', token) },
    code: { intro: 'On another device, enter this code instead:', value: code },
    notes: [
      'The link and the code work once, for 30 minutes.',
      "If you didn't ask for this, ignore this email. Your password stays the same. Never give the code to anyone.",
    ],
  };
}

export interface VerifyEmailPayload {
  username: string;
  token: string;
}

export function verifyEmail(site: MailSite, { username, token }: VerifyEmailPayload): MailText {
  return {
    subject: `Confirm your email for ${site.name}`,
    preview: 'One click, and your account is ready.',
    heading: 'Confirm your email',
    paragraphs: [
      `Someone signed up at ${site.name} with this email and the username “${username}”. If it was you, please confirm that the email is yours:`,
    ],
    action: { label: 'Confirm email', url: tokenUrl(site.url, 'verify-email', token) },
    notes: [
      'The link works for 24 hours.',
      "If you didn't sign up, ignore this email and don't confirm. Nothing else will happen.",
    ],
  };
}

/** To the new address. */
export function confirmNewEmail(site: MailSite, { username, token }: VerifyEmailPayload): MailText {
  return {
    subject: `Confirm your new email for ${site.name}`,
    preview: 'Your account uses the new email once you confirm it.',
    heading: 'Confirm your new email',
    paragraphs: [
      `You asked to use this email for your account “${username}” at ${site.name}. Until you confirm it, your account keeps the old one:`,
    ],
    action: { label: 'Confirm new email', url: tokenUrl(site.url, 'verify-email', token) },
    notes: [
      'The link works for 24 hours.',
      "If you didn't ask for this, ignore this email and don't confirm. Nothing will change.",
    ],
  };
}

export interface EmailChangePayload {
  username: string;
  newEmail: string;
  token: string;
}

/** To the old address. */
export function emailChange(
  site: MailSite,
  { username, newEmail, token }: EmailChangePayload,
): MailText {
  return {
    subject: `Your ${site.name} email is changing`,
    preview: "If it wasn't you, undo the change within 7 days.",
    heading: 'Your email is changing',
    paragraphs: [
      `Someone signed in to your account “${username}” at ${site.name} asked to change its email to ${newEmail}.`,
      "If it was you, there's nothing to do here. If not, undo the change. That signs everyone out and turns off the password until you choose a new one.",
    ],
    action: {
      label: 'Undo the change',
      url: tokenUrl(site.url, 'undo-email-change', token),
    },
    notes: ['The link works for 7 days.'],
  };
}

export interface SignInLinkPayload {
  token: string;
}

/** The same with and without an account, so it doesn't reveal whether one exists. */
export function signInLink(site: MailSite, { token }: SignInLinkPayload): MailText {
  return {
    subject: `Continue to ${site.name}`,
    preview: 'Sign in with one click. The link works for 30 minutes.',
    heading: `Continue to ${site.name}`,
    paragraphs: [
      `Someone entered this email at ${site.name} to sign in or to create an account. If it was you, continue here:`,
    ],
    action: { label: 'Continue', url: tokenUrl(site.url, 'sign-in-link', token) },
    notes: [
      'The link works once, for 30 minutes. A newer one replaces it.',
      "If it wasn't you, ignore this email. Nothing will happen. Don't forward it: anyone with the link can sign in as you.",
    ],
  };
}

export interface InvitationPayload {
  token: string;
  /** The username of the administrator. */
  invitedBy: string;
  role: Role;
  /** Empty if the administrator wrote none. */
  message: string;
}

export function invitation(
  site: MailSite,
  { token, invitedBy, role, message }: InvitationPayload,
): MailText {
  const what = `an ${role}`;
  return {
    subject: `${invitedBy} invited you to ${site.name}`,
    preview: `Create your account as ${what}. The link works for 7 days.`,
    heading: `Join ${site.name}`,
    paragraphs: [
      `${invitedBy} invited you to ${site.name} as ${what}. To accept, choose a username and a password:`,
      ...(message === '' ? [] : [`${invitedBy} writes: “${message}”`]),
    ],
    action: { label: 'Accept invitation', url: tokenUrl(site.url, 'invitation', token) },
    notes: [
      'The link works once, for 7 days. A newer one replaces it.',
      "If you didn't expect this, ignore this email. No account is created. Don't forward it: anyone with the link can create the account.",
    ],
  };
}
