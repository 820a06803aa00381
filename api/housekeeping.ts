import { setInterval } from 'node:timers/promises';
import { deleteChangesBefore } from '../db/queries/changes.ts';
import { deleteDeadNodes } from '../db/queries/nodes.ts';
import { areUsesKnown } from '../db/queries/picture-uses.ts';
import { cleanUpAudit } from './audit/cleanup.ts';
import { cleanUp } from './auth/cleanup.ts';
import { cleanUpComments } from './comments/erase.ts';
import { cleanUpDocuments } from './documents/cleanup.ts';
import { warnOfFullDisk } from './health/disk.ts';
import { reportDatabaseError } from './http/database-errors.ts';
import { cleanUpImports } from './imports/cleanup.ts';
import { cleanUpMail } from './mail/cleanup.ts';
import { fillUses } from './media/fill-uses.ts';
import type { Node } from './nodes/node.ts';
import { cleanUpNotifications } from './notifications/cleanup.ts';
import { areWordsOutdated, fillWords } from './posts/search/fill-words.ts';
import { FEED_KEPT_MS } from './publish/feed-reader.ts';
import type { Services } from './services.ts';
import { readOwnerSettings } from './settings/owner-settings.ts';
import { cleanUpUploads, removeLeftovers } from './uploads/cleanup.ts';
import { cleanUpViews } from './views/cleanup.ts';

const MINUTE_MS = 60_000;
const SWEEP_MS = 15 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;

type Housekeeping = Pick<Services, 'env' | 'database' | 'now' | 'log' | 'disk'> & {
  node: Node;
  /** Time between rounds. Each round counts as 15 minutes. Tests shorten it. */
  everyMs?: number;
};

/**
 * Starts the periodic cleanup. Every node deletes its own temporary files. Shared data is cleaned
 * up by one node, under a lease, but not by nodes with the role `web`. Returns `stop`, which
 * resolves when running work has ended.
 */
export function startHousekeeping(services: Housekeeping): { stop(): Promise<void> } {
  const { env, log, everyMs = SWEEP_MS } = services;
  const abort = new AbortController();
  const attempt = (work: Promise<unknown>) =>
    work.catch((error: unknown) => reportDatabaseError(log, error, 'housekeeping failed'));

  async function run(): Promise<void> {
    await attempt(warnOfFullDisk(services));
    await attempt(removeLeftovers(env, { isStart: true }));
    if (env.role !== 'web') await attempt(fillShared(services, abort.signal));
    let elapsedMs = 0;
    for await (const _ of setInterval(everyMs, null, { ref: false, signal: abort.signal })) {
      elapsedMs += SWEEP_MS;
      const isHour = elapsedMs % HOUR_MS === 0;
      if (isHour) await attempt(warnOfFullDisk(services));
      if (isHour) await attempt(removeLeftovers(env, { isStart: false }));
      if (env.role === 'web') continue;
      await attempt(fillShared(services, abort.signal));
      await attempt(cleanUpShared(services, elapsedMs, isHour));
    }
  }

  const running = run().catch(() => undefined);
  return {
    async stop() {
      abort.abort();
      await running;
    },
  };
}

/** Indexes words and records where pictures are used, unless another node is doing it. */
async function fillShared(services: Housekeeping, signal: AbortSignal) {
  const { database, node } = services;
  if (await areWordsOutdated(database)) {
    await node.leases.withLease('words', (lease) =>
      fillWords({ ...services, database: lease.database, signal }),
    );
  }
  if (await areUsesKnown(database.read)) return;
  await node.leases.withLease('picture-uses', async (lease) => {
    await fillUses({ ...services, database: lease.database, nodeId: node.id, signal });
  });
}

/** Does nothing if another node is cleaning up. */
async function cleanUpShared(services: Housekeeping, elapsedMs: number, isHour: boolean) {
  await services.node.leases.withLease('housekeeping', async ({ database }) => {
    const leased = { ...services, database };
    if (isHour) {
      await cleanUp(leased);
      await cleanUpAudit(leased, (await readOwnerSettings(database.read)).auditDays);
      await cleanUpMail(leased);
      await cleanUpNotifications(leased);
      await cleanUpDocuments(leased);
      await cleanUpComments(leased);
      await cleanUpViews(leased);
      await cleanUpImports(leased);
      await pruneFeed(leased);
    }
    await cleanUpUploads(leased, elapsedMs);
  });
}

/** Deletes old changes and the rows of dead nodes. */
export async function pruneFeed({ database, now }: Pick<Services, 'database' | 'now'>) {
  const before = new Date(now().getTime() - FEED_KEPT_MS);
  await database.transaction(async (tx) => {
    await Promise.all([deleteChangesBefore(tx, before), deleteDeadNodes(tx)]);
  });
}
