import { spawnSync } from 'node:child_process';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A separate file system that is small enough to fill. */
export interface SmallDisk {
  folder: string;
  /** Fills the disk, except for this many bytes. */
  fill(leave: number): Promise<void>;
  empty(): Promise<void>;
}

/** Returns whether the tests can mount a disk: as root on Linux, or as root of a user namespace. */
export function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
}

export function mount(place: string, ...options: string[]): void {
  const mounted = spawnSync('mount', [...options, place]);
  if (mounted.status !== 0) throw new Error(mounted.stderr.toString());
}

/** Mounts a disk under `parent`, and unmounts it after the test. */
export async function smallDisk(parent: string, name: string, size: string): Promise<SmallDisk> {
  const folder = join(parent, name);
  await mkdir(folder, { recursive: true });
  mount(folder, '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs');
  onTestFinished(() => {
    spawnSync('umount', ['-l', folder]);
  });
  const filler = join(folder, 'filler');
  return {
    folder,
    async fill(leave) {
      const { bavail, bsize } = await statfs(folder);
      const file = await open(filler, 'a');
      try {
        await file.appendFile(Buffer.alloc(Math.max(0, bavail * bsize - leave)));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    empty: () => rm(filler, { force: true }),
  };
}
