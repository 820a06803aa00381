import { atom } from 'nanostores';
import type { QueueCounts } from '../../../api/contract/comments.ts';
import { call } from '../../lib/api.ts';

/** How many comments wait for a decision. Null: not known yet. */
export const $waiting = atom<QueueCounts | null>(null);

let latest = 0;

/** Loads the numbers again. After an error, the old ones stay. */
export async function loadWaiting(): Promise<void> {
  latest += 1;
  const own = latest;
  const counts = await call('GET /api/comment/countqueue').catch(() => null);
  if (counts !== null && own === latest) $waiting.set(counts);
}
