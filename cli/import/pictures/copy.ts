import type { Env } from '../../../api/env.ts';
import type { Database } from '../../../db/client.ts';
import { type CopiedPictures, preparedRecords } from '../../apply-records.ts';
import type { Context } from '../../raw-records.ts';
import { createProgress, formatCount } from '../../terminal.ts';
import type { ForeignSource } from '../source.ts';
import { linkedFiles, remotePictures } from './addresses.ts';
import { fetchPictures } from './fetch.ts';

interface Options extends Context {
  env: Pick<Env, 'dataDir' | 'storage'>;
  spool: string;
  isWanted: boolean;
  /** Reads pictures whose files are in the export. They're always copied. */
  pictureAt?: ForeignSource['pictureAt'] | undefined;
  /** The address of the old site, if it's known. */
  oldSite?: string | undefined;
  dryRun: boolean;
  /** Tests allow localhost. */
  isAllowed?: ((address: string) => boolean) | undefined;
  say(line: string): void;
}

/**
 * Copies pictures of the records from other sites if `isWanted`. Otherwise, only reports them. Also
 * reports links to other files of the old site. Returns the new addresses of the pictures by the
 * old ones.
 */
export async function copyPictures(database: Database, options: Options): Promise<CopiedPictures> {
  const { spool, isWanted, pictureAt, oldSite, dryRun, report, say } = options;
  const addresses = new Set<string>();
  const files = new Set<string>();
  for await (const prepared of preparedRecords(spool)) {
    for (const address of remotePictures(prepared)) addresses.add(address);
    for (const address of oldSite ? linkedFiles(prepared, oldSite) : []) files.add(address);
  }
  for (const address of [...files].filter((file) => !addresses.has(file))) {
    report.add('source', address, 'A link leads to this file, which stays on the other site.');
  }
  const isCopied = (address: string) => isWanted || pictureAt?.(address) !== undefined;
  const wanted = new Set([...addresses].filter(isCopied));
  const others = [...addresses].filter((address) => !wanted.has(address));
  for (const address of others) report.add('picture', address, 'It stays on the other site.');
  if (others.length > 0)
    say(`${counted(others.length)} will stay on other sites. To copy them, add --pictures fetch.`);
  if (wanted.size === 0) return new Map();
  const count = counted(wanted.size);
  if (dryRun) {
    for (const address of wanted) report.add('picture', address, 'It would be copied.');
    say(`Copying ${count}, without a dry run`);
    return new Map();
  }
  say(`Copying ${count}`);
  const onProgress = createProgress((done) => say(`Copied: ${done} of ${count}`));
  return await fetchPictures(wanted, database, { ...options, onProgress });
}

function counted(count: number): string {
  return count === 1 ? '1 picture' : `${formatCount(count)} pictures`;
}
