import { type CommentNoticePayload, commentNotice } from './comments.ts';
import { type ContactPayload, contactMessage } from './contact.ts';
import {
  confirmNewEmail,
  type EmailChangePayload,
  emailChange,
  type InvitationPayload,
  invitation,
  type ResetPasswordPayload,
  resetPassword,
  type SignInLinkPayload,
  signInLink,
  type VerifyEmailPayload,
  verifyEmail,
} from './links.ts';
import {
  type NoticePayload,
  newBrowser,
  type PasskeyPayload,
  passkeyAdded,
  passwordChanged,
  type SignInChangePayload,
  type SignInPayload,
  signInChange,
  testMessage,
} from './notices.ts';
import type { MailSite, MailText } from './text.ts';

/** Data for the text of each kind of mail. Stored as JSON until the mail is sent. */
export interface MailPayloads {
  'reset-password': ResetPasswordPayload;
  'verify-email': VerifyEmailPayload;
  'confirm-new-email': VerifyEmailPayload;
  'email-change': EmailChangePayload;
  'sign-in-link': SignInLinkPayload;
  invitation: InvitationPayload;
  'password-changed': NoticePayload;
  'new-browser': SignInPayload;
  'passkey-added': PasskeyPayload;
  'sign-in-change': SignInChangePayload;
  comments: CommentNoticePayload;
  contact: ContactPayload;
  test: NoticePayload;
}

export type MailKind = keyof MailPayloads;

/** Lanes. The lowest goes first: people wait for links. */
export const LINKS = 0;
export const SECURITY = 1;
export const NOTICES = 2;

const LANES: Partial<Record<MailKind, number>> = {
  'email-change': SECURITY,
  'password-changed': SECURITY,
  'new-browser': SECURITY,
  'passkey-added': SECURITY,
  'sign-in-change': SECURITY,
  comments: NOTICES,
  contact: NOTICES,
};

export function laneOf(kind: MailKind): number {
  return LANES[kind] ?? LINKS;
}

const TEXTS: { [Kind in MailKind]: (site: MailSite, payload: MailPayloads[Kind]) => MailText } = {
  'reset-password': resetPassword,
  'verify-email': verifyEmail,
  'confirm-new-email': confirmNewEmail,
  'email-change': emailChange,
  'sign-in-link': signInLink,
  invitation,
  'password-changed': passwordChanged,
  'new-browser': newBrowser,
  'passkey-added': passkeyAdded,
  'sign-in-change': signInChange,
  comments: commentNotice,
  contact: contactMessage,
  test: testMessage,
};

/** Returns the content of a queued mail. Throws for a kind that this version doesn't know. */
export function mailText(site: MailSite, kind: string, payload: string): MailText {
  if (!Object.hasOwn(TEXTS, kind)) throw new Error(`Unknown kind of mail "${kind}"`);
  // TypeScript can't see that the payload has the type of its kind.
  const write = TEXTS[kind as MailKind] as (site: MailSite, payload: unknown) => MailText;
  return write(site, JSON.parse(payload));
}
