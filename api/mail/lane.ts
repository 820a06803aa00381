import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { LostLeaseError } from '../../db/queries/leases.ts';
import {
  deleteMail,
  findDueMail,
  type MailRow,
  markMailFailed,
  markMailSent,
} from '../../db/queries/mail.ts';
import { reportDatabaseError } from '../http/database-errors.ts';
import type { HeldLease } from '../nodes/leases.ts';
import type { Notices } from './mailer.ts';
import type { SendError, Transport } from './transport.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Pause after each failed attempt; the last one repeats. */
const RETRY_AFTER_MS = [
  ...[20 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS],
  ...[HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS],
];
const GIVE_UP_AFTER_MS = 48 * HOUR_MS;

export interface LaneOptions {
  createTransport(): Transport;
  log: Logger;
  now(): Date;
  notices?: Notices | undefined;
}

/**
 * Sends the queued mail of some lanes, one at a time: if the process is killed between sending a
 * mail and recording it, only that mail is sent twice.
 */
export class Lane {
  readonly #lanes: readonly number[];
  readonly #options: LaneOptions;
  readonly #lease: () => HeldLease | undefined;
  #transport: Transport | undefined;
  #sending: Promise<void> | undefined;
  /** After a failure of the server itself, the whole lane pauses. */
  #pausedUntil = 0;
  #failures = 0;

  constructor(lanes: readonly number[], options: LaneOptions, lease: () => HeldLease | undefined) {
    this.#lanes = lanes;
    this.#options = options;
    this.#lease = lease;
  }

  /** Sends mail that's due, unless it's already sending. */
  look(): void {
    this.#sending ??= this.#sendAll()
      .catch((error: unknown) => {
        if (error instanceof LostLeaseError) return;
        reportDatabaseError(this.#options.log, error, 'mail was not sent');
      })
      .finally(() => {
        this.#sending = undefined;
      });
  }

  resume(): void {
    this.#pausedUntil = 0;
  }

  /** Waits for the mail being sent. */
  async stop(): Promise<void> {
    await this.#sending;
    this.#transport?.close();
    this.#transport = undefined;
  }

  async #sendAll(): Promise<void> {
    const { now, notices } = this.#options;
    for (;;) {
      const lease = this.#lease();
      if (!lease?.isHeld() || performance.now() < this.#pausedUntil) return;
      const { database } = lease;
      const mail = await this.#next(database, now());
      if (mail) await this.#complete(mail, database);
      else if (!(await notices?.queue(database))) return;
    }
  }

  async #next(database: Database, now: Date): Promise<MailRow | undefined> {
    for (const lane of this.#lanes) {
      const mail = await findDueMail(database.read, lane, now);
      if (mail) return mail;
    }
    return undefined;
  }

  async #complete(mail: MailRow, database: Database): Promise<void> {
    const { notices } = this.#options;
    const complete = notices ? await notices.write(database, mail) : mail;
    if (complete) await this.#send(complete, database);
    else await database.transaction((tx) => deleteMail(tx, mail.id));
  }

  async #send(mail: MailRow, database: Database): Promise<void> {
    const { createTransport, log, now } = this.#options;
    const about = { mail: mail.id, kind: mail.kind };
    try {
      this.#transport ??= createTransport();
      await this.#transport.send(mail);
    } catch (error) {
      const { message, isFinal } = error as SendError;
      const attempt = { ...about, attempt: mail.attempts + 1, error: message };
      const notBefore = isFinal ? null : nextAttempt(mail, now());
      if (notBefore === null) log.error(attempt, 'mail could not be sent: giving up');
      else log.warn(attempt, 'mail could not be sent yet');
      if (!isFinal) this.#pause();
      const outcome = { error: message, notBefore };
      await database.transaction((tx) => markMailFailed(tx, mail.id, outcome));
      return;
    }
    this.#failures = 0;
    // Until this is stored, the mail would be sent again.
    await database.transaction((tx) => markMailSent(tx, mail.id, now()));
    log.info(about, 'mail sent');
  }

  /** Most failures affect all mail, so the next one isn't tried at once. */
  #pause(): void {
    const pauses = [0, 1, 5, 20];
    const seconds = pauses[Math.min(this.#failures++, pauses.length - 1)] ?? 0;
    this.#pausedUntil = performance.now() + seconds * SECOND_MS;
  }
}

/** Returns the time of the next attempt, or `null` to give up. */
export function nextAttempt(
  { attempts, createdAt }: Pick<MailRow, 'attempts' | 'createdAt'>,
  now: Date,
): Date | null {
  if (now.getTime() - createdAt.getTime() >= GIVE_UP_AFTER_MS) return null;
  const pause = RETRY_AFTER_MS[Math.min(attempts, RETRY_AFTER_MS.length - 1)] ?? HOUR_MS;
  return new Date(now.getTime() + pause);
}
