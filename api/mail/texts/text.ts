/** What a mail says. The layout makes plain text and HTML of it. */
export interface MailText {
  subject: string;
  /** What lists of mails show after the subject. */
  preview: string;
  heading: string;
  /** Plain text, one string a paragraph. */
  paragraphs: string[];
  /** The one thing to do. */
  action?: { label: string; url: string };
  /** A code for another device, with the sentence above it. */
  code?: { intro: string; value: string };
  /** Below the action, in smaller type. */
  notes: string[];
}

/** The site, as mails name and link it. */
export interface MailSite {
  name: string;
  /** Without a trailing slash. */
  url: string;
}

/** Returns a time as mails show it: "November 22, 2026, 23:05 UTC". */
export function atTime(iso: string): string {
  const at = new Date(iso);
  const day = at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return `${day}, ${at.toISOString().slice(11, 16)} UTC`;
}
