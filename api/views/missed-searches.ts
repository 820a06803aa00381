import { addMissedSearch } from '../../db/queries/missed-searches.ts';
import { searchWords } from '../../db/words.ts';
import { createLimiter, takePointWithin } from '../ratelimit/limiter.ts';
import type { Services } from '../services.ts';
import { readOwnerSettings } from '../settings/owner-settings.ts';

/** In characters. Longer searches are rarely about the site. */
const MAX_TERM = 80;

type Dependencies = Pick<Services, 'database' | 'now' | 'env' | 'limits'>;

/**
 * Counts a search with no results, unless view counting is off. Stores only normalized letters and
 * digits, because the input is untrusted, and skips anything that looks like an email address.
 */
export async function countMissedSearch(
  services: Dependencies,
  searchTerm: string,
  address: string,
): Promise<void> {
  const words = searchWords(searchTerm)
    .map(({ text }) => text)
    .join(' ');
  if (words === '' || searchTerm.length > MAX_TERM || searchTerm.includes('@')) return;
  const { database, now } = services;
  if (!(await readOwnerSettings(database.read)).countViews) return;
  const limiter = createLimiter(services, 'missedSearch');
  await database.transaction(async (tx) => {
    const refusal = await takePointWithin(tx, limiter, address, 'Too many searches');
    if (!refusal) await addMissedSearch(tx, words, now());
  });
}
