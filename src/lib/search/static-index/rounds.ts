import type { IndexFile } from '../../../../api/contract/search.ts';
import { isEveryPost, type Wanted } from './wanted.ts';

/**
 * Takes the next positions off the list, in order, up to the given number of shards with all words.
 * Those between them are taken, too: their changes may match.
 */
export function takeRound(
  positions: number[],
  hasWords: (position: number) => boolean,
  shards: number,
): number[] {
  let left = shards;
  const end = positions.findIndex((position) => hasWords(position) && left-- === 0);
  return positions.splice(0, end < 0 ? positions.length : end);
}

/** The most requests that finding the first `end` posts can take, without those for their cards. */
export function mostRequests(
  { shards, changed }: IndexFile,
  positions: readonly number[],
  wanted: Wanted,
  end: number,
): number {
  const words = wanted.prefixes.length;
  const ofShard = words > 0 ? 2 + words : 1;
  let opened = 0;
  // A change may have removed a post from its shard.
  let missing = isEveryPost(wanted) ? end + changed.length : Number.POSITIVE_INFINITY;
  for (const position of positions) {
    if (missing <= 0) break;
    missing -= shards[position]?.posts ?? 0;
    opened++;
  }
  // `index.json` and the engine.
  return 2 + opened * ofShard;
}
