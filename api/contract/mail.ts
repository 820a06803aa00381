/** A queued mail, without its text. */
export interface QueuedMail {
  _id: string;
  kind: string;
  to: string;
  state: 'queued' | 'sent' | 'failed';
  attempts: number;
  /** The mail server's response to the last attempt. */
  error: string | null;
  createdAt: string;
  sentAt: string | null;
  /** Set only for queued mail. */
  nextAttemptAt: string | null;
}

/** The state of outgoing mail, for administrators. */
export interface MailStatus {
  /** `null` if the site sends no mail. */
  server: { host: string; from: string } | null;
  counts: Record<QueuedMail['state'], number>;
  /** Newest first. */
  recent: QueuedMail[];
  /** The mails whose last attempt failed, newest first. */
  problems: QueuedMail[];
}

/** DNS records for mail from a domain. `null`: DNS didn't answer. */
export interface MailDns {
  domain: string;
  /** The record, or empty. */
  spf: string | null;
  /** The names of the keys found. DNS can't list them, so there may be others. */
  dkim: string[] | null;
  /** The record, or empty. */
  dmarc: string | null;
}

/** Maximum number of characters in a message to the owner of the site. */
export const MAX_MESSAGE_LENGTH = 5_000;
/** Maximum number of characters in its sender's name. */
export const MAX_SENDER_LENGTH = 100;
