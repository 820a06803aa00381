import { beforeEach, describe, expect, test } from 'vitest';
import { CommentPages } from '../../../api/publish/comment-pages.ts';
import { canContinue, FeedReader, FeedReplacedError } from '../../../api/publish/feed-reader.ts';
import { BULK_BATCH, type PendingChange } from '../../../api/publish/pending.ts';
import type { Database } from '../../../db/client.ts';
import {
  deleteChangesBefore,
  findFeed,
  recordChanges,
  recordPage,
} from '../../../db/queries/changes.ts';
import { feed as feedTable } from '../../../db/schema.ts';
import { recordChange, testDatabase } from '../../support/database.ts';

let database: Database;
let reader: FeedReader;
let comments: CommentPages;
beforeEach(async () => {
  database = await testDatabase();
  comments = new CommentPages({
    write: async () => {},
    listsOf: async () => [],
    onWritten: () => {},
    log: { warn: () => {} },
  });
  reader = new FeedReader(database, comments);
  const { id } = await findFeed(database.read);
  reader.resume({ feed: id, cursor: 0, backlog: [] }, []);
});

const publish = (postId: string) => ({ action: 'publish', postId, slug: postId }) as const;
const record = (postId: string, isBulk = false) =>
  recordChange(database, publish(postId), { isBulk });
const recordBulk = (count: number, from = 0) =>
  database.transaction((tx) => {
    const made = Array.from({ length: count }, (_, n) => publish(`bulk-${from + n}`));
    return recordChanges(tx, made, new Date(), { isBulk: true });
  });
const next = (awaited: string[] = []) =>
  reader.pending.next(
    Date.now(),
    (postId) => awaited.includes(postId),
    () => false,
  );
const ids = (changes: PendingChange[]) => changes.map(({ postId }) => postId);
const completeAll = (changes: PendingChange[]) => {
  for (const change of changes) reader.pending.complete(change);
};

describe('the feed of changes', () => {
  test('the feed of changes gives the last change of each post, oldest first, and first what a call waits for', async () => {
    for (const id of ['a', 'b', 'a', 'c']) await record(id);
    expect(await reader.look()).toBe(true);
    expect(await reader.look()).toBe(false);
    expect(ids(next())).toEqual(['b', 'a', 'c']);
    expect(ids(next(['c']))).toEqual(['c', 'b', 'a']);
  });

  test('the feed of changes gives other pages once each, and posts don’t replace them', async () => {
    const pages: string[] = [];
    const { id } = await findFeed(database.read);
    const watching = new FeedReader(database, comments, { onPage: (path) => pages.push(path) });
    watching.resume({ feed: id, cursor: 0, backlog: [] }, []);
    for (const path of ['/_redirects', '/other', '/_redirects']) {
      await database.transaction((tx) => recordPage(tx, path, new Date()));
    }
    await record('a');
    await watching.look();
    expect(pages.toSorted()).toEqual(['/_redirects', '/other']);
    expect(watching.pending.all().map(({ slug }) => slug)).toEqual(['a']);
  });

  test('the feed of changes gives a person’s changes before an import, which comes newest first in small batches', async () => {
    await recordBulk(BULK_BATCH + 4);
    await record('person');
    await reader.look();
    expect(ids(next())).toEqual(['person']);
    completeAll(next());
    const rendered: string[] = [];
    while (await reader.takeBulk()) {
      expect(next().length).toBeLessThanOrEqual(BULK_BATCH);
      rendered.push(...ids(next()));
      completeAll(next());
    }
    const newestFirst = Array.from({ length: BULK_BATCH + 4 }, (_, n) => `bulk-${n}`).reverse();
    expect(rendered).toEqual(newestFirst);
    expect(reader.cursor).toBe(BULK_BATCH + 5);
  });

  test('the feed of changes keeps 10,000 bulk changes out of memory, and publishes none that was changed again', async () => {
    await recordBulk(10_000);
    await record('bulk-9999');
    await reader.look();
    expect(reader.pending.size).toBe(1);
    await reader.takeBulk();
    expect(reader.pending.size).toBe(1 + BULK_BATCH);
    completeAll(next());
    expect(ids(next())).not.toContain('bulk-9999');
    expect(reader.cursor).toBe(0);
  });

  test('the feed of changes continues from its position: nothing is lost, and finished bulk work isn’t repeated', async () => {
    await recordBulk(BULK_BATCH * 2);
    await record('person');
    await reader.look();
    await reader.takeBulk();
    completeAll(next());
    completeAll(next());
    const { position } = reader;
    reader = new FeedReader(database, comments);
    reader.resume(position, []);
    await reader.look();
    expect(reader.pending.size).toBe(0);
    await reader.takeBulk();
    expect(ids(next()).toSorted()).toEqual(
      Array.from({ length: BULK_BATCH }, (_, n) => `bulk-${n}`).toSorted(),
    );
  });

  test('the feed of changes starts afresh when a failed post is changed, and ignores the end of the old attempt', async () => {
    await record('a');
    await reader.look();
    const [old] = next();
    if (!old) throw new Error('Nothing is pending');
    reader.pending.fail(old, 'Broken.', Date.now() + 60_000);
    expect(next()).toEqual([]);
    expect(reader.cursor).toBe(1);
    await record('a');
    await reader.look();
    expect(next()).toMatchObject([{ seq: 2, attempts: 0, error: null }]);
    expect(reader.pending.complete(old)).toBe(false);
    reader.pending.fail(old, 'Late.', 0);
    expect(next()).toMatchObject([{ seq: 2, attempts: 0 }]);
  });

  test('the feed of changes keeps nothing waiting when the clock is set back', async () => {
    await record('a');
    await reader.look();
    const [change] = next();
    if (!change) throw new Error('Nothing is pending');
    reader.pending.fail(change, 'Broken.', Date.now() + 24 * 3_600_000);
    expect(ids(next())).toEqual(['a']);
  });

  test('the feed of changes skips what a release contains', async () => {
    await recordBulk(5);
    await record('a');
    await reader.look();
    await record('b');
    await reader.look();
    expect(ids(reader.skipTo(6))).toEqual(['a']);
    expect(await reader.takeBulk()).toBe(false);
    expect(ids(next())).toEqual(['b']);
    expect(reader.cursor).toBe(6);
  });
});

describe('a process that was away', () => {
  const positionAt = async (cursor: number) => {
    const { id } = await findFeed(database.read);
    return { feed: id, cursor, backlog: [] };
  };

  test('a process that was away can continue while its changes are kept', async () => {
    const now = new Date();
    await recordChange(database, publish('old'), { at: new Date(0) });
    await recordChange(database, publish('new'), { at: now });
    expect(await canContinue(database, await positionAt(0))).toBe(true);
    await database.transaction((tx) => deleteChangesBefore(tx, now));
    expect(await canContinue(database, await positionAt(0))).toBe(false);
    expect(await canContinue(database, await positionAt(1))).toBe(true);
    const backlog = [{ after: 0, upTo: 1, singlesUpTo: 0 }];
    expect(await canContinue(database, { ...(await positionAt(2)), backlog })).toBe(false);
  });

  test('renders everything when the database was replaced', async () => {
    await record('a');
    expect(await canContinue(database, { ...(await positionAt(0)), feed: 'other' })).toBe(false);
    expect(await canContinue(database, await positionAt(2))).toBe(false);
    await database.transaction(async (tx) => {
      await tx.update(feedTable).set({ id: 'restored' });
    });
    await expect(reader.look()).rejects.toThrow(FeedReplacedError);
  });
});

describe('changes of comments', () => {
  const recordOf = (postId: string, action: 'comments' | 'comments-removed') =>
    recordChange(database, { action, postId, slug: postId });

  test('go to the pages of comments, and leave a change of the post alone', async () => {
    await record('a');
    for (const action of ['comments', 'comments-removed', 'comments'] as const) {
      await recordOf('a', action);
    }
    await reader.look();
    expect(ids(next())).toEqual(['a']);
    expect(comments.waiting).toEqual([{ path: '/post/a', postId: 'a' }]);
  });

  test('move the cursor when they are read, but removals only when they are written', async () => {
    await recordOf('a', 'comments');
    await reader.look();
    expect(reader.cursor).toBe(1);
    await recordOf('a', 'comments-removed');
    await recordOf('a', 'comments');
    await reader.look();
    expect(reader.cursor).toBe(1);
    await comments.write();
    expect(reader.cursor).toBe(3);
  });

  test('older than ten thousand others aren’t lost', async () => {
    const made = Array.from({ length: 10_001 }, (_, n) => {
      return { action: 'comments', postId: `p${n}`, slug: `p${n}` } as const;
    });
    await database.transaction((tx) => recordChanges(tx, made, new Date()));
    await reader.look();
    expect(comments.waiting).toHaveLength(10_000);
    while (await reader.takeBulk()) await comments.write();
    expect(reader.position.backlog).toEqual([]);
  });
});
