import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { importContent } from '../../../cli/import.ts';
import { allComments } from '../../../db/schema.ts';
import { type Scene, scene } from '../comments/support.ts';
import { silent } from './support.ts';

const AT = '2024-02-01T08:00:00.000Z';

let s: Scene;
beforeEach(async () => {
  s = await scene();
});

/** Imports comments in this order, as an export has them. Returns what the report says. */
async function importThese(comments: object[]): Promise<string[]> {
  const file = join(s.database.folder, 'export.json');
  await writeFile(
    file,
    JSON.stringify({
      format: 'inkwell-export',
      version: 1,
      comments: comments.map((each) => ({
        postId: s.post.id,
        userId: s.reader.id,
        content: 'Text',
        createdAt: AT,
        updatedAt: AT,
        ...each,
      })),
    }),
  );
  const env = { ...s.services.env, databaseUrl: s.database.url, dataDir: s.database.folder };
  const { report } = await importContent({ env, from: { file }, say: silent });
  return report.findings.map(({ what }) => what);
}

async function places(): Promise<Record<string, [string | null, string | null]>> {
  const rows = await s.database.read.select().from(allComments);
  return Object.fromEntries(
    rows
      .filter(({ id }) => id !== s.comment.id)
      .map(({ id, parentId, threadId }) => [id, [parentId, threadId]]),
  );
}

describe('an import of replies', () => {
  it('finds the thread from the parent, in any order', async () => {
    const found = await importThese([
      { _id: 'c', parentId: 'b' },
      { _id: 'b', parentId: 'a' },
      { _id: 'd', parentId: 'a', threadId: 'a' },
      { _id: 'a' },
      { _id: 'e', parentId: 'c' },
    ]);
    expect(found).toEqual([]);
    expect(await places()).toEqual({
      a: [null, null],
      b: ['a', 'a'],
      c: ['b', 'a'],
      d: ['a', 'a'],
      e: ['c', 'a'],
    });
  });

  it('keeps a reply to a deleted one in its thread', async () => {
    expect(await importThese([{ _id: 'a' }, { _id: 'c', parentId: 'b', threadId: 'a' }])).toEqual(
      [],
    );
    expect(await places()).toMatchObject({ c: ['b', 'a'] });
  });

  it('makes replies to nothing top comments, and reports them', async () => {
    const found = await importThese([
      { _id: 'b', parentId: 'a' },
      { _id: 'c', parentId: 'b' },
      // In a circle.
      { _id: 'x', parentId: 'y' },
      { _id: 'y', parentId: 'x' },
      { _id: 'z', parentId: 'z' },
    ]);
    expect(found).toEqual([
      'Is a top comment now: there is no comment "a" to reply to.',
      'Is a top comment now: there is no comment "y" to reply to.',
      'Is a top comment now: there is no comment "z" to reply to.',
    ]);
    expect(await places()).toEqual({
      b: [null, null],
      c: ['b', 'b'],
      x: [null, null],
      y: ['x', 'x'],
      z: [null, null],
    });
  });

  it('isn’t slow with 10,000 nested replies that come last first', { tags: 'long' }, async () => {
    const chain = Array.from({ length: 10_000 }, (_, n) => ({
      _id: `n${n}`,
      ...(n > 0 && { parentId: `n${n - 1}` }),
    }));
    expect(await importThese(chain.reverse())).toEqual([]);
    const { body } = await s.call(`GET /api/comment/getthreads/${s.post.id}?around=n9999`);
    expect(body.total, JSON.stringify(body)?.slice(0, 300)).toBe(10_001);
    const thread = body.threads.find((one: { _id: string }) => one._id === 'n0');
    expect(thread.replies.at(-1)).toMatchObject({ _id: 'n9999', parentId: 'n9998' });
  });

  it('keeps a reply in its thread if its parent is unknown', async () => {
    const found = await importThese([{ _id: 'b', parentId: 'nothing', threadId: s.comment.id }]);
    expect(found).toEqual([]);
    expect(await places()).toEqual({ b: ['nothing', s.comment.id] });
  });

  it('with states, of an older and a newer export', async () => {
    await importThese([
      { _id: 'old' },
      { _id: 'held', state: 'held', reasons: ['Contains “x”'] },
      { _id: 'odd', state: 'unknown', stateAt: 'never', reasons: 'none', reports: [{}] },
      { _id: 'stub', state: 'erased', userId: null, content: '' },
    ]);
    const rows = await s.database.read.select().from(allComments);
    const stateOf = (id: string) => rows.find((row) => row.id === id)?.state;
    expect(['old', 'held', 'odd', 'stub'].map(stateOf)).toEqual([
      'visible',
      'held',
      'visible',
      'erased',
    ]);
    expect((await s.call(`GET /api/comment/getPostComments/${s.post.id}`)).body).toHaveLength(3);
  });

  it('changes nothing the second time', async () => {
    const records = [{ _id: 'a' }, { _id: 'b', parentId: 'a', state: 'held' }];
    await importThese(records);
    const before = await s.database.read.select().from(allComments);
    await importThese(records);
    expect(await s.database.read.select().from(allComments)).toEqual(before);
  });
});
