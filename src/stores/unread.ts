import { atom } from 'nanostores';
import { call } from '../lib/api.ts';

/** The number of unread notifications. Null until it's known. */
export const $unread = atom<number | null>(null);

/** Asks for the number. If the server can't be reached, the last one stays. */
export async function refreshUnread(): Promise<void> {
  try {
    $unread.set((await call('GET /api/notifications', { query: { limit: 1 } })).unread);
  } catch {
    // The next page asks again.
  }
}
