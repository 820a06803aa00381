/** The content of a mail. The layout turns it into plain text and HTML. */
export interface MailText {
  subject: string;
  /** Shown after the subject in lists of mails. */
  preview: string;
  heading: string;
  /** Plain text, one string per paragraph. */
  paragraphs: string[];
  /** What happened, one after another. */
  items?: MailItem[];
  /** The button. */
  action?: { label: string; url: string };
  /** A code for another device, with the sentence above it. */
  code?: { intro: string; value: string };
  /** Below the action, in smaller type. */
  notes: string[];
  /** At the end, instead of the reason for mail about the account. */
  footer?: { text: string; links: { label: string; url: string }[] };
  /** Who gets the replies, if not the site. */
  replyTo?: { name: string; address: string };
  /** Without HTML. */
  isPlain?: boolean;
  /** Where mail programs send one-click unsubscribe requests (RFC 8058). */
  unsubscribeUrl?: string;
}

export interface MailItem {
  sentence: string;
  /** Words of a person. */
  quote?: string | undefined;
  url: string;
}

/** Name and address of the site in mails. */
export interface MailSite {
  name: string;
  /** Without a trailing slash. */
  url: string;
}

/** Formats a time for mails: "November 22, 2026, 23:05 UTC". */
export function atTime(iso: string): string {
  const at = new Date(iso);
  const day = at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return `${day}, ${at.toISOString().slice(11, 16)} UTC`;
}
