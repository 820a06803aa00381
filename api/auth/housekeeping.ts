import { deleteExpiredDevices } from '../../db/queries/devices.ts';
import { deleteExpiredRateLimits } from '../../db/queries/rate-limits.ts';
import { deleteExpiredSignInFlows } from '../../db/queries/sign-in-flows.ts';
import type { Services } from '../services.ts';
import { createSessions } from './sessions.ts';

const EVERY_MS = 60 * 60 * 1000;

/**
 * Removes sessions, known browsers, counters of rate limits and unfinished Google sign-ins that are over,
 * and erases what was deleted from the database's files.
 */
export async function tidy(services: Pick<Services, 'database' | 'env' | 'now'>): Promise<void> {
  await createSessions(services).deleteExpired();
  await services.database.transaction(async (tx) => {
    await deleteExpiredDevices(tx, services.now());
    await deleteExpiredRateLimits(tx, services.now());
    await deleteExpiredSignInFlows(tx, services.now());
  });
  await services.database.checkpoint();
}

/** Tidies every hour, without keeping the process alive; gives how to stop it. */
export function startHousekeeping(
  services: Pick<Services, 'database' | 'env' | 'now' | 'log'>,
): () => void {
  const timer = setInterval(() => {
    tidy(services).catch((err) => services.log.error({ err }, 'tidying failed'));
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
