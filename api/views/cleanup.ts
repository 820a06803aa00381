import { deleteOldViews } from '../../db/queries/views.ts';
import type { Services } from '../services.ts';
import { dayOf } from './counter.ts';

/** Days that counts are kept. */
const KEPT_DAYS = 2 * 365;

/** Deletes old counts, and those of deleted posts. */
export async function cleanUpViews({
  database,
  now,
}: Pick<Services, 'database' | 'now'>): Promise<void> {
  await database.transaction((tx) => deleteOldViews(tx, dayOf(now()) - KEPT_DAYS));
}
