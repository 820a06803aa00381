/** Sends the mail in the queue. */
export interface Mailer {
  /** Call it when a transaction queues a mail. */
  wake(): void;
}
