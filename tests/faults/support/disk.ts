import { spawnSync } from 'node:child_process';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A file system of its own, so small that tests can fill it. */
export interface SmallDisk {
  folder: string;
  /** Leaves only so many bytes free. */
  fill(leave: number): Promise<void>;
  empty(): Promise<void>;
}

/** Whether this machine lets the tests mount something: root on Linux, also one of a user namespace. */
export function mayMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
}

export function mount(place: string, ...options: string[]): void {
  const mounted = spawnSync('mount', [...options, place]);
  if (mounted.status !== 0) throw new Error(mounted.stderr.toString());
}

/** Mounts a disk under `parent`; it is gone when the test is finished. */
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
