/** The content of a mail. The layout turns it into plain text and HTML. */
export interface MailText {
  subject: string;
  /** Shown after the subject in lists of mails. */
  preview: string;
  heading: string;
  /** Plain text, one string per paragraph. */
  paragraphs: string[];
  /** The button. */
  action?: { label: string; url: string };
  /** A code for another device, with the sentence above it. */
  code?: { intro: string; value: string };
  /** Below the action, in smaller type. */
  notes: string[];
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
