import type { MailSite, MailText } from './text.ts';

/** A message that a reader sent with the form on the contact page. */
export interface ContactPayload {
  name: string;
  email: string;
  message: string;
}

/** Plain text only: what a stranger typed must not look like anything else. */
export function contactMessage(site: MailSite, { name, email, message }: ContactPayload): MailText {
  return {
    subject: `Message from ${name}`,
    preview: '',
    heading: `${name} <${email}> wrote:`,
    paragraphs: [message],
    notes: [
      `Sent from the contact form at ${site.url}/contact. Reply to this email to answer ${name}.`,
    ],
    replyTo: { name, address: email },
    isPlain: true,
  };
}
