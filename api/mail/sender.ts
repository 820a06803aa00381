import { setTimeout as startTimer } from 'node:timers';
import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { LostLeaseError } from '../../db/queries/leases.ts';
import {
  findDueMail,
  type MailRow,
  makeMailDue,
  markMailFailed,
  markMailSent,
} from '../../db/queries/mail.ts';
import { reportDatabaseError } from '../http/database-errors.ts';
import type { HeldLease } from '../nodes/leases.ts';
import type { Node } from '../nodes/node.ts';
import type { Mailer } from './mailer.ts';
import type { SendError, Transport } from './transport.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** One query, to find mail that other processes have queued. */
const LOOK_EVERY_MS = 5 * SECOND_MS;
/** The transaction that queues a mail wakes the sender shortly before it commits. */
const AFTER_WAKING_MS = [20, 200, 1_000];
/** Pause after each failed attempt; the last one repeats. */
const RETRY_AFTER_MS = [
  ...[20 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS],
  ...[HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS],
];
const GIVE_UP_AFTER_MS = 48 * HOUR_MS;

interface Options {
  node: Pick<Node, 'hold'>;
  createTransport(): Transport;
  log: Logger;
  now(): Date;
}

/**
 * Sends queued mail while this node holds the lease `mail`, one at a time: if the process is killed
 * between sending a mail and recording it, only that mail is sent twice.
 */
export class MailSender implements Mailer {
  readonly #options: Options;
  #lease: HeldLease | undefined;
  #transport: Transport | undefined;
  #timers: NodeJS.Timeout[] = [];
  #sending: Promise<void> | undefined;
  /** After a failure of the server itself, the whole queue pauses. */
  #pausedUntil = 0;
  #failures = 0;

  constructor(options: Options) {
    this.#options = options;
    options.node.hold('mail', {
      onGained: (lease) => this.#start(lease),
      onLost: () => this.stop(),
    });
  }

  wake(): void {
    for (const ms of AFTER_WAKING_MS) {
      const timer = startTimer(() => {
        this.#timers = this.#timers.filter((other) => other !== timer);
        this.#look();
      }, ms).unref();
      this.#timers.push(timer);
    }
  }

  /** Waits for the mail being sent. */
  async stop(): Promise<void> {
    this.#lease = undefined;
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
    await this.#sending;
    this.#transport?.close();
    this.#transport = undefined;
  }

  #start(lease: HeldLease): void {
    this.#lease = lease;
    this.#pausedUntil = 0;
    this.#timers.push(setInterval(() => this.#look(), LOOK_EVERY_MS).unref());
    const { now } = this.#options;
    // Retries earlier failures immediately: the settings may have been wrong before this start.
    this.#run(() => lease.database.transaction((tx) => makeMailDue(tx, now())));
  }

  #look(): void {
    if (this.#sending === undefined) this.#run(async () => undefined);
  }

  #run(before: () => Promise<void>): void {
    const { log } = this.#options;
    const work = async () => {
      await this.#sending;
      await before();
      await this.#sendAll();
    };
    const running = work()
      .catch((error: unknown) => {
        if (!(error instanceof LostLeaseError))
          reportDatabaseError(log, error, 'mail was not sent');
      })
      .finally(() => {
        if (this.#sending === running) this.#sending = undefined;
      });
    this.#sending = running;
  }

  async #sendAll(): Promise<void> {
    for (;;) {
      const lease = this.#lease;
      if (!lease?.isHeld() || performance.now() < this.#pausedUntil) return;
      const mail = await findDueMail(lease.database.read, this.#options.now());
      if (mail === undefined) return;
      await this.#send(mail, lease.database);
    }
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
