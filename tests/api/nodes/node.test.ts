import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadEnv } from '../../../api/env.ts';
import { pruneFeed } from '../../../api/housekeeping.ts';
import { createLogger } from '../../../api/http/log.ts';
import { joinNodes } from '../../../api/nodes/join.ts';
import { Node } from '../../../api/nodes/node.ts';
import { loadNodeId } from '../../../api/nodes/node-id.ts';
import type { Database } from '../../../db/client.ts';
import { recordChanges } from '../../../db/queries/changes.ts';
import { listNodes } from '../../../db/queries/nodes.ts';
import { allRows, runSql } from '../../../db/queries/query.ts';
import { emptyFolder, testDatabase } from '../../support/database.ts';

const log = createLogger('silent');
const DAY_MS = 24 * 60 * 60 * 1000;

function nodeOn(database: Database, id: string): Node {
  const node = new Node({ database, id, role: 'all', log });
  onTestFinished(() => node.stop());
  return node;
}

function enter(
  database: Database,
  node: Node,
  settings: Record<string, string> = {},
  say?: (line: string) => void,
) {
  const env = loadEnv({ DATA_DIR: '/srv/inkwell', ...settings });
  return database.transaction((tx) => joinNodes(tx, node, env, say));
}

async function folderWithUploads(): Promise<string> {
  const folder = await emptyFolder();
  await mkdir(join(folder, 'uploads'));
  return folder;
}

const ageHeartbeats = (database: Database, ms: number) =>
  database.transaction((tx) => runSql(tx, sql`update nodes set heartbeat = heartbeat - ${ms}`));

test('a node keeps its id; a damaged file gets a new one', async () => {
  const folder = await emptyFolder();
  const id = await loadNodeId(folder);
  expect(await loadNodeId(folder)).toBe(id);
  expect(await loadNodeId(await emptyFolder())).not.toBe(id);
  await writeFile(join(folder, 'node.json'), '{"id": ');
  const next = await loadNodeId(folder);
  expect(next).not.toBe(id);
  expect(JSON.parse(await readFile(join(folder, 'node.json'), 'utf8'))).toMatchObject({ id: next });
});

test('a copy of a data folder is another node', async () => {
  const folder = await emptyFolder();
  const id = await loadNodeId(folder);
  const copy = join(await emptyFolder(), 'copy');
  await cp(folder, copy, { recursive: true });
  const other = await loadNodeId(copy);
  expect(other).not.toBe(id);
  expect(await loadNodeId(copy)).toBe(other);
  expect(await loadNodeId(folder)).toBe(id);
});

test('a heartbeat tells what the publisher has done, and the row goes when the node stops', async () => {
  const database = await testDatabase();
  const node = nodeOn(database, 'node-a');
  await enter(database, node);
  const [first] = await listNodes(database.read);
  expect(first).toMatchObject({ id: 'node-a', role: 'all', release: '', cursor: 0, failed: 0 });
  expect(Math.abs((first?.heartbeat.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  node.describe(() => ({ release: 'abc', cursor: 7, failed: 2, siteVersion: 3 }));
  await node.beat();
  expect(await listNodes(database.read)).toMatchObject([
    { release: 'abc', cursor: 7, failed: 2, siteVersion: 3 },
  ]);
  await node.stop();
  expect(await listNodes(database.read)).toEqual([]);
});

test('rows of dead nodes are pruned after a day, and changes after 30 days', async () => {
  const database = await testDatabase();
  await enter(database, nodeOn(database, 'node-a'));
  const change = { action: 'publish', postId: 'p', slug: 'p' } as const;
  const now = new Date();
  const old = new Date(now.getTime() - 31 * DAY_MS);
  await database.transaction((tx) => recordChanges(tx, [change], old));
  await database.transaction((tx) => recordChanges(tx, [change], now));
  await ageHeartbeats(database, DAY_MS - 60_000);
  await pruneFeed({ database, now: () => now });
  expect(await listNodes(database.read)).toHaveLength(1);
  const left = await allRows<{ at: number }>(database.read, sql`select at from changes`);
  expect(left.map(({ at }) => at)).toEqual([now.getTime()]);
  await ageHeartbeats(database, 120_000);
  await pruneFeed({ database, now: () => now });
  expect(await listNodes(database.read)).toEqual([]);
});

const S3 = Object.fromEntries(
  ['REGION', 'BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'].map((name) => [`S3_${name}`, 'x']),
);
const STORE = { ...S3, STORAGE: 's3', S3_ENDPOINT: 'http://s3', S3_PUBLIC_URL: 'http://s3/x' };

test('with pictures in its own folder, a node refuses to start next to a live one', async () => {
  const database = await testDatabase();
  await enter(database, nodeOn(database, 'node-a'));
  const second = nodeOn(database, 'node-b');
  await expect(enter(database, second)).rejects.toThrow(
    /^UPLOADS_SHARED, STORAGE: another node \(node-a\) .*STORAGE=s3, or UPLOADS_SHARED=1/,
  );
  expect(await listNodes(database.read)).toHaveLength(1);
  const shared = { UPLOADS_SHARED: '1', DATA_DIR: await folderWithUploads() };
  await enter(database, second, shared);
  await enter(database, nodeOn(database, 'node-c'), STORE);
  expect(await listNodes(database.read)).toHaveLength(3);
});

test('a node refuses to start when its shared folder is not the one of a live node', async () => {
  const database = await testDatabase();
  const [right, wrong] = [await folderWithUploads(), await folderWithUploads()];
  const say = vi.fn();
  const join = (id: string, DATA_DIR: string) =>
    enter(database, nodeOn(database, id), { UPLOADS_SHARED: '1', DATA_DIR }, say);
  await join('node-a', right);
  await join('node-b', right);
  await expect(join('node-c', wrong)).rejects.toThrow(
    /^UPLOADS_SHARED: .*uploads isn't the folder of the other node \(node-[ab]\)/,
  );
  expect(await listNodes(database.read)).toHaveLength(2);
  expect(say).not.toHaveBeenCalled();

  await ageHeartbeats(database, 21_000);
  await join('node-c', wrong);
  expect(say).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('check that the shared'));
  await expect(join('node-a', right), 'the former folder').rejects.toThrow(/^UPLOADS_SHARED/);
});

test('a restarted node, or one after a dead one, starts', async () => {
  const database = await testDatabase();
  await enter(database, nodeOn(database, 'node-a'));
  await enter(database, nodeOn(database, 'node-a'));
  await ageHeartbeats(database, 21_000);
  await enter(database, nodeOn(database, 'node-b'));
});
