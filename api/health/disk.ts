import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { databaseFile } from '../../db/url.ts';
import type { DiskSpace } from '../contract/system.ts';
import type { Env } from '../env.ts';
import type { Services } from '../services.ts';

/** Used share of a disk at which we warn. */
const NEARLY_FULL = 0.9;

/**
 * Returns the space on the disk of `dataDir`, or of the database file if that disk is fuller;
 * `undefined` if the file system doesn't report it.
 */
export async function readDisk(
  { dataDir, databaseUrl }: Pick<Env, 'dataDir' | 'databaseUrl'>,
  ask: (
    path: string,
  ) => Promise<{ bsize: number; blocks: number; bfree: number; bavail: number }> = statfs,
): Promise<DiskSpace | undefined> {
  const file = databaseFile(databaseUrl);
  const folders = file === undefined ? [dataDir] : [dataDir, dirname(file)];
  const disks = await Promise.all(
    folders.map(async (folder) => {
      const { bsize, blocks, bfree, bavail } = await ask(folder);
      // As `df` does: part of the disk may be reserved for root.
      const total = (blocks - bfree + bavail) * bsize;
      const free = bavail * bsize;
      return { free, total, isNearlyFull: total - free >= NEARLY_FULL * total };
    }),
  );
  return disks
    .filter(({ total }) => total > 0)
    .sort((a, b) => a.free / a.total - b.free / b.total)[0];
}

/** Logs a warning when the disk is nearly full. */
export async function warnOfFullDisk({ disk, log }: Pick<Services, 'disk' | 'log'>): Promise<void> {
  const space = await disk?.();
  if (!space?.isNearlyFull) return;
  const { free, total } = space;
  const percent = Math.floor((100 * (total - free)) / total);
  const left = `${Math.floor(free / 1e6).toLocaleString('en-US')} MB`;
  log.warn(
    { free, total },
    `the disk is ${percent} % full: ${left} left. When it is full, no one can write or sign in.`,
  );
}
