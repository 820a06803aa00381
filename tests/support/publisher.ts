import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { SiteState } from '../../api/contract/site.ts';
import { createPublisher as openPublisher } from '../../api/publish/create-publisher.ts';
import type { FilePublisher } from '../../api/publish/publisher.ts';
import type { PublisherOptions } from '../../api/publish/publisher-options.ts';
import { DEFAULTS } from '../../api/site/read-site.ts';
import type { testDatabase } from './database.ts';

/** The settings of src/site.config.ts. */
export const SITE: SiteState = { version: 0, hash: '', site: DEFAULTS, changedAt: {} };

/**
 * Creates a publisher in the folder of the database, with a module in place of the built renderer
 * (`Renderer` in api/publish/types.ts). The test starts it; it's stopped after the test.
 */
export async function createPublisher(
  database: Awaited<ReturnType<typeof testDatabase>>,
  rendererSource: string,
  options: Partial<PublisherOptions> = {},
): Promise<FilePublisher> {
  const dataDir = database.folder;
  const rendererFile = join(dataDir, 'renderer.mjs');
  const clientDir = join(dataDir, 'client');
  await mkdir(join(clientDir, '_assets'), { recursive: true });
  await writeFile(rendererFile, rendererSource);
  const publisher = openPublisher({
    database,
    dataDir,
    clientDir,
    rendererEntry: pathToFileURL(rendererFile).href,
    releaseId: 'one',
    readSite: async () => SITE,
    siteUrl: 'http://localhost',
    rendererEnv: {},
    log: pino({ level: 'silent' }),
    onPublished: () => undefined,
    ...options,
  });
  onTestFinished(() => publisher.stop());
  return publisher;
}
