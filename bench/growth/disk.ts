import { glob, lstat } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the bytes that the files of a folder take on disk. Hard links count once. */
export async function diskUsage(folder: string): Promise<number> {
  const seen = new Set<number>();
  let bytes = 0;
  for await (const name of glob('**/*', { cwd: folder })) {
    const stats = await lstat(join(folder, name)).catch(() => undefined);
    if (!stats?.isFile() || seen.has(stats.ino)) continue;
    seen.add(stats.ino);
    bytes += stats.blocks * 512;
  }
  return bytes;
}
