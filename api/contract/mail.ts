/** A mail of the queue. What it says isn't part of it. */
export interface QueuedMail {
  _id: string;
  kind: string;
  to: string;
  state: 'queued' | 'sent' | 'failed';
  attempts: number;
  /** The mail server's own words about the last attempt. */
  error: string | null;
  createdAt: string;
  sentAt: string | null;
  /** Of a queued mail. */
  nextAttemptAt: string | null;
}

/** How outgoing mail is doing, for administrators. */
export interface MailStatus {
  /** Null on a site that sends no mail. */
  server: { host: string; from: string } | null;
  counts: Record<QueuedMail['state'], number>;
  /** Newest first. */
  recent: QueuedMail[];
  /** The mails whose last attempt failed, newest first. */
  problems: QueuedMail[];
}

/** What DNS says about mail from a domain. Null: it didn't answer. */
export interface MailDns {
  domain: string;
  /** The record, or empty. */
  spf: string | null;
  /** The names of the keys that were found: DNS can't list them, so there may be others. */
  dkim: string[] | null;
  /** The record, or empty. */
  dmarc: string | null;
}
