import { spawnSync } from 'node:child_process';

const NAMESPACE = ['unshare', '--map-root-user', '--mount'];

/**
 * Returns the prefix for a command that mounts small disks: empty for root, a user namespace for
 * other users on Linux. Without root or user namespaces, tests skip full disks.
 */
export function mountCommandPrefix(): string[] {
  if (process.platform !== 'linux' || process.getuid?.() === 0) return [];
  const [command = '', ...args] = NAMESPACE;
  const probe = spawnSync(command, [...args, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']);
  return probe.status === 0 ? NAMESPACE : [];
}
