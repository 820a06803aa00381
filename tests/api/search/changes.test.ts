import { describe, expect, test } from 'vitest';
import type { SearchEntry } from '../../../api/contract/search.ts';
import { Changes } from '../../../api/search/changes.ts';
import { PostTable } from '../../../api/search/post-table.ts';
import { FIRST_KEY, type Shard, ShardList, shownOf } from '../../../api/search/shards.ts';
import { cardWith, entryOf } from './entries.ts';

const NOW = new Date(1_700_000_000_000);
const POST = {
  id: 'a',
  seq: 1,
  version: 3,
  slug: 'post',
  category: 'garden',
  title: 'Post',
  text: 'text',
  createdAt: NOW,
};
const [OLD, NEW] = ['Old label', 'New label'].map(
  (categoryLabel): SearchEntry => ({ ...entryOf(POST), card: cardWith({ categoryLabel }) }),
) as [SearchEntry, SearchEntry];

/** A shard that was built while the post had these values. */
function shardWith(entry: SearchEntry): Shard {
  const { id, seq, version, at } = entry;
  const posts = new PostTable([[id, seq, version, at, shownOf(entry)]]);
  return { from: FIRST_KEY, built: { folder: 'shard', posts, categories: [], pages: [] } };
}

/** Makes a change, then another one while its shard is rebuilt with the first. */
function changeTwice(first: SearchEntry, second: SearchEntry) {
  const shards = new ShardList();
  shards.reset([{ from: FIRST_KEY, built: null }]);
  const changes = new Changes(shards);
  changes.add(first, NOW);
  const taken = shards.takeDirty();
  if (!taken) throw new Error('No shard is dirty');
  changes.add(second, NOW);
  changes.settle(taken, [shardWith(first)], undefined, NOW);
  return { changes, shards };
}

test('A label that changes while its shard is rebuilt isn’t lost', () => {
  const { changes, shards } = changeTwice(OLD, NEW);
  expect(changes.serialize().changed).toEqual([
    { key: [OLD.at, 1], entry: { words: NEW.words, card: NEW.card } },
  ]);
  expect(shards.dirtyCount).toBe(1);
});

test('A change that the shard already has is settled', () => {
  const { changes } = changeTwice(NEW, NEW);
  expect(changes.size).toBe(0);
});

test('An edit while its shard is rebuilt isn’t lost', () => {
  const { changes, shards } = changeTwice(OLD, { ...OLD, version: 4 });
  expect(changes.size).toBe(1);
  expect(shards.dirtyCount).toBe(1);
});

describe('a change while the index is compared with the database', () => {
  const stateOf = ({ id, seq, at, version }: SearchEntry) => ({ id, seq, at, version });

  /**
   * Compares shards that have `indexed`, and the changes `known`, with states that were read before
   * `change`.
   */
  async function compareWhile(
    {
      indexed,
      known = [],
      read,
    }: Record<'indexed' | 'read', SearchEntry[]> & { known?: SearchEntry[] },
    change: (changes: Changes) => void,
  ) {
    const shards = new ShardList();
    shards.reset(indexed.map(shardWith));
    const changes = new Changes(shards);
    for (const entry of known) changes.add(entry, NOW);
    async function* states() {
      const batch = read.map(stateOf);
      change(changes);
      yield batch;
    }
    await changes.compare(states(), NOW);
    return changes.serialize();
  }

  test('keeps a restored post that no shard has', async () => {
    const found = await compareWhile({ indexed: [], known: [OLD], read: [] }, (changes) =>
      changes.add({ ...OLD, version: 4 }, NOW),
    );
    expect(found.changed).toEqual([{ key: [OLD.at, 1], entry: expect.anything() }]);
  });

  test('keeps a restored post that a shard still has', async () => {
    const restored = { ...OLD, version: 4 };
    const found = await compareWhile({ indexed: [OLD], read: [] }, (changes) =>
      changes.add(restored, NOW),
    );
    expect(found.changed).toEqual([{ key: [OLD.at, 1], entry: expect.anything() }]);
  });

  test('leaves out a new post that is removed', async () => {
    const found = await compareWhile({ indexed: [], read: [OLD] }, (changes) =>
      changes.remove(OLD.id, NOW),
    );
    expect(found).toMatchObject({ behind: false, total: 0, changed: [] });
  });

  test('leaves out a post that is edited, then removed', async () => {
    const edited = { ...OLD, version: 4 };
    const found = await compareWhile({ indexed: [OLD], read: [edited] }, (changes) =>
      changes.remove(OLD.id, NOW),
    );
    expect(found).toMatchObject({ behind: false, total: 0, changed: [{ key: [OLD.at, 1] }] });
  });
});
