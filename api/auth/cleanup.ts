import { deleteExpiredDevices } from '../../db/queries/devices.ts';
import { deleteExpiredRateLimits } from '../../db/queries/rate-limits.ts';
import { deleteExpiredSessions } from '../../db/queries/sessions.ts';
import { deleteExpiredSignInFlows } from '../../db/queries/sign-in-flows.ts';
import type { Services } from '../services.ts';

const CLEANUP_INTERVAL_MS = 60 * 60 * 1000;

/**
 * Deletes expired sessions, known browsers, rate-limit counters and Google sign-ins, and erases
 * deleted data from the database's files.
 */
export async function cleanUp(services: Pick<Services, 'database' | 'env' | 'now'>): Promise<void> {
  await services.database.transaction(async (tx) => {
    await deleteExpiredSessions(tx, services.now());
    await deleteExpiredDevices(tx, services.now());
    await deleteExpiredRateLimits(tx, services.now());
    await deleteExpiredSignInFlows(tx, services.now());
  });
  await services.database.checkpoint();
}

/** Cleans up every hour, without keeping the process alive. Returns a function that stops it. */
export function startCleanup(
  services: Pick<Services, 'database' | 'env' | 'now' | 'log'>,
): () => void {
  const timer = setInterval(() => {
    cleanUp(services).catch((err) => services.log.error({ err }, 'cleanup failed'));
  }, CLEANUP_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
