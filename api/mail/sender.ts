import { setTimeout as startTimer } from 'node:timers';
import { LostLeaseError } from '../../db/queries/leases.ts';
import { makeMailDue } from '../../db/queries/mail.ts';
import { reportDatabaseError } from '../http/database-errors.ts';
import type { HeldLease } from '../nodes/leases.ts';
import type { Node } from '../nodes/node.ts';
import { Lane, type LaneOptions } from './lane.ts';
import type { Mailer } from './mailer.ts';
import { LINKS, NOTICES, SECURITY } from './texts/texts.ts';

/** One query, to find mail that other processes have queued. */
const LOOK_EVERY_MS = 5_000;
/** The transaction that queues a mail wakes the sender shortly before it commits. */
const AFTER_WAKING_MS = [20, 200, 1_000];

interface Options extends LaneOptions {
  node: Pick<Node, 'hold'>;
}

/**
 * Sends queued mail while this node holds the lease `mail`. Links that people wait for have a
 * connection of their own: a thousand notices, or a server that takes a minute for one, don't delay
 * them.
 */
export class MailSender implements Mailer {
  readonly #options: Options;
  readonly #lanes: Lane[];
  #lease: HeldLease | undefined;
  #timers: NodeJS.Timeout[] = [];
  #starting: Promise<void> | undefined;

  constructor({ notices, ...options }: Options) {
    this.#options = options;
    const lease = () => this.#lease;
    this.#lanes = [
      new Lane([LINKS], options, lease),
      new Lane([SECURITY, NOTICES], { ...options, notices }, lease),
    ];
    options.node.hold('mail', {
      onGained: (gained) => this.#start(gained),
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
    await this.#starting;
    await Promise.all(this.#lanes.map((lane) => lane.stop()));
  }

  #start(lease: HeldLease): void {
    const { log, now } = this.#options;
    this.#lease = lease;
    this.#timers.push(setInterval(() => this.#look(), LOOK_EVERY_MS).unref());
    // Retries earlier failures immediately: the settings may have been wrong before this start.
    this.#starting = lease.database
      .transaction((tx) => makeMailDue(tx, now()))
      .catch((error: unknown) => {
        if (error instanceof LostLeaseError) return;
        reportDatabaseError(log, error, 'mail was not sent');
      })
      .finally(() => {
        for (const lane of this.#lanes) lane.resume();
        this.#look();
      });
  }

  #look(): void {
    if (this.#lease === undefined) return;
    for (const lane of this.#lanes) lane.look();
  }
}
