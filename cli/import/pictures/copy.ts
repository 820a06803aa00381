import type { Env } from '../../../api/env.ts';
import type { Database } from '../../../db/client.ts';
import { type CopiedPictures, preparedRecords } from '../../apply-records.ts';
import type { Context } from '../../raw-records.ts';
import { createProgress, formatCount } from '../../terminal.ts';
import { remotePictures } from './addresses.ts';
import { fetchPictures } from './fetch.ts';

interface Options extends Context {
  env: Pick<Env, 'dataDir' | 'storage'>;
  spool: string;
  isWanted: boolean;
  dryRun: boolean;
  /** Tests allow localhost. */
  isAllowed?: ((address: string) => boolean) | undefined;
  say(line: string): void;
}

/**
 * Copies pictures of the records from other sites if `isWanted`. Otherwise, only reports them.
 * Returns their new addresses by the old ones.
 */
export async function copyPictures(database: Database, options: Options): Promise<CopiedPictures> {
  const { env, spool, isWanted, isAllowed, dryRun, report, now, say } = options;
  const addresses = new Set<string>();
  for await (const prepared of preparedRecords(spool)) {
    for (const address of remotePictures(prepared)) addresses.add(address);
  }
  if (addresses.size === 0) return new Map();
  const count = addresses.size === 1 ? '1 picture' : `${formatCount(addresses.size)} pictures`;
  if (!isWanted || dryRun) {
    const what = isWanted ? 'It would be copied.' : 'It stays on the other site.';
    for (const address of addresses) report.add('picture', address, what);
    say(
      isWanted
        ? `Copying ${count} from other sites, without a dry run`
        : `${count} will stay on other sites. To copy them, add --pictures fetch.`,
    );
    return new Map();
  }
  say(`Copying ${count} from other sites`);
  const onProgress = createProgress((done) => say(`Copied: ${done} of ${count}`));
  const allowed = isAllowed && { isAllowed };
  return await fetchPictures(addresses, database, { env, report, now, onProgress, ...allowed });
}
