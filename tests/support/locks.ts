import { readFileSync, statSync } from 'node:fs';

/**
 * Returns the files of `files` that a process holds a lock on. SQLite holds one on a database and
 * on its `-shm` file as long as it's open.
 */
export function lockedFiles(pid: number, files: string[]): string[] {
  // "1: POSIX  ADVISORY  READ 4711 fe:00:2155219 128 128"; a waiting process has an arrow.
  const held = readFileSync('/proc/locks', 'utf8')
    .split('\n')
    .map((line) => line.split(/\s+/));
  const inodes = held
    .filter(([, kind, , , owner]) => kind === 'POSIX' && owner === String(pid))
    .map(([, , , , , place]) => Number(place?.split(':').at(-1)));
  return files.filter((file) =>
    inodes.includes(statSync(file, { throwIfNoEntry: false })?.ino ?? 0),
  );
}
