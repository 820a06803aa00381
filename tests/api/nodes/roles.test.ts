import { expect, onTestFinished, test, vi } from 'vitest';
import { loadEnv } from '../../../api/env.ts';
import { startHousekeeping } from '../../../api/housekeeping.ts';
import { createLogger } from '../../../api/http/log.ts';
import { Node } from '../../../api/nodes/node.ts';
import { createPublishing } from '../../../api/publishing.ts';
import { emptyFolder, readFeed, recordChange, testDatabase } from '../../support/database.ts';

const log = createLogger('silent');
const DAY_MS = 24 * 60 * 60 * 1000;
const BUCKET = {
  SITE_TARGET: 's3',
  SITE_S3_ENDPOINT: 'http://127.0.0.1:9',
  SITE_S3_REGION: 'auto',
  SITE_S3_BUCKET: 'site',
  SITE_S3_ACCESS_KEY_ID: 'key',
  SITE_S3_SECRET_ACCESS_KEY: 'secret',
};

type Role = 'all' | 'web' | 'publisher';

/** Cleans up a database with an old change. Returns what is left of the feed. */
async function housekeepingAs(role: Role) {
  const database = await testDatabase();
  const change = { action: 'publish', postId: 'p', slug: 'p' } as const;
  await recordChange(database, change, { at: new Date(Date.now() - 31 * DAY_MS) });
  const env = loadEnv({ DATA_DIR: database.folder, ROLE: role });
  const node = new Node({ database, id: role, role, log });
  onTestFinished(() => node.stop());
  const services = { env, database, log, now: () => new Date(), node, everyMs: 10 };
  const housekeeping = startHousekeeping(services);
  onTestFinished(() => housekeeping.stop());
  return () => readFeed(database);
}

test('a web node leaves the housekeeping to others', async () => {
  const ofWeb = await housekeepingAs('web');
  for (const role of ['publisher', 'all'] as const) {
    const left = await housekeepingAs(role);
    await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 30_000 });
  }
  // It has had more time than they had.
  expect(await ofWeb()).toHaveLength(1);
});

async function publishingWith(settings: Record<string, string>) {
  const database = await testDatabase();
  const dataDir = await emptyFolder();
  const build = { id: 'build', rendererEntry: 'file:///nowhere.mjs', clientDir: dataDir };
  const env = loadEnv({ SITE_URL: 'https://a.example', DATA_DIR: dataDir, ...settings });
  const say = () => undefined;
  const { publisher, siteTarget } = createPublishing({
    env,
    build,
    database,
    nodeId: 'node',
    log,
    say,
  });
  onTestFinished(() => publisher.stop());
  if (siteTarget) onTestFinished(() => siteTarget.stop());
  return { release: (await publisher.status()).release.id, siteTarget };
}

test('a web node copies nothing to the bucket', async () => {
  expect((await publishingWith({ ...BUCKET, ROLE: 'web' })).siteTarget).toBeUndefined();
  expect((await publishingWith({ ...BUCKET, ROLE: 'publisher' })).siteTarget).toBeDefined();
  expect((await publishingWith({ ...BUCKET, ROLE: 'all' })).siteTarget).toBeDefined();
});

test('a release depends on what pages show, not on the address of the database or the role', async () => {
  const { release } = await publishingWith({});
  const same: Record<string, string>[] = [
    { DATABASE_URL: 'file:/srv/elsewhere.db' },
    { DATABASE_URL: 'postgres://inkwell:one@10.0.0.1/blog' },
    { DATABASE_URL: 'postgres://inkwell:two@pooler:6432/blog' },
    { ROLE: 'web' },
    { PORT: '8080', LOG_LEVEL: 'warn' },
  ];
  for (const settings of same) {
    expect((await publishingWith(settings)).release, JSON.stringify(settings)).toBe(release);
  }
  expect((await publishingWith({ SITE_URL: 'https://b.example' })).release).not.toBe(release);
});
