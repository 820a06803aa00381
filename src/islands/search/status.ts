import { EVERY_POST } from '../../lib/search/query.ts';
import { categoryLabel } from '../../site.config.ts';
import type { Results } from './useResults.ts';

const MAX_SHOWN = 60;

/** What is said of the results, and announced: how many there are, and of which search. */
export function statusOf({ state, query, posts, hasMore, startIndex }: Results): string {
  if (state === 'failed') return '';
  if (query === null) return 'Loading...';
  const term = [...query.searchTerm.trim()];
  const shown = term.length > MAX_SHOWN ? `${term.slice(0, MAX_SHOWN).join('')}…` : term.join('');
  const which = [
    ...(shown === '' ? [] : [` for “${shown}”`]),
    ...(query.category === EVERY_POST.category ? [] : [` in ${categoryLabel(query.category)}`]),
    ...(query.sort === EVERY_POST.sort || posts.length < 2 ? [] : [', oldest first']),
  ].join('');
  if (posts.length === 0) return `Nothing found${which}`;
  const count = posts.length === 1 ? '1 post' : `${posts.length} posts`;
  if (startIndex > 0) return `${count}, beginning with number ${startIndex + 1}${which}`;
  return `${hasMore ? `The first ${count}` : count}${which}`;
}
