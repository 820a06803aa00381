import type { Database } from '../../db/client.ts';
import type { MailRow } from '../../db/queries/mail.ts';

/** Sends the mail in the queue. */
export interface Mailer {
  /** Call it when a transaction queues a mail. */
  wake(): void;
}

/** Mail about comments (api/notifications). */
export interface Notices {
  /** Queues a batch of mail about recent events. Returns false if nothing was due. */
  queue(database: Database): Promise<boolean>;
  /**
   * Returns a queued mail with its text, which is added only now because a comment may be gone.
   * Returns `undefined` if nothing is left to say.
   */
  write(database: Database, mail: MailRow): Promise<MailRow | undefined>;
}
