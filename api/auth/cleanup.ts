import { deleteExpiredChallenges } from '../../db/queries/challenges.ts';
import { deleteExpiredDevices } from '../../db/queries/devices.ts';
import { deleteExpiredRateLimits } from '../../db/queries/rate-limits.ts';
import { deleteExpiredSessions } from '../../db/queries/sessions.ts';
import { deleteExpiredSignInFlows } from '../../db/queries/sign-in-flows.ts';
import type { Services } from '../services.ts';

/**
 * Deletes expired sessions, known browsers, rate-limit counters, Google sign-ins and challenges,
 * and erases deleted data from the database files.
 */
export async function cleanUp(services: Pick<Services, 'database' | 'env' | 'now'>): Promise<void> {
  await services.database.transaction(async (tx) => {
    await deleteExpiredSessions(tx, services.now());
    await deleteExpiredDevices(tx, services.now());
    await deleteExpiredRateLimits(tx, services.now());
    await deleteExpiredSignInFlows(tx, services.now());
    await deleteExpiredChallenges(tx, services.now());
  });
  await services.database.checkpoint();
}
