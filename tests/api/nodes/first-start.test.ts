import { expect, onTestFinished, test } from 'vitest';
import { loadEnv } from '../../../api/env.ts';
import { createLogger } from '../../../api/http/log.ts';
import { Node } from '../../../api/nodes/node.ts';
import { prepareDatabase } from '../../../api/startup.ts';
import { findFeedOrigin } from '../../../db/queries/settings.ts';
import { testDatabase } from '../../support/database.ts';

test('ids of feeds keep the address of the first start', async () => {
  const database = await testDatabase();
  const node = new Node({ database, id: 'node-a', role: 'all', log: createLogger('silent') });
  onTestFinished(() => node.stop());
  const start = async (SITE_URL: string) => {
    const env = loadEnv({ DATA_DIR: database.folder, SEED: 'none', SITE_URL });
    await prepareDatabase({ env, database, node, now: () => new Date(), say: () => undefined });
    return await findFeedOrigin(database.read);
  };
  expect(await start('http://localhost:4321')).toBe('http://localhost:4321');
  expect(await start('https://blog.example.com')).toBe('http://localhost:4321');
});
