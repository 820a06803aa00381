import { spawnSync } from 'node:child_process';

const NAMESPACE = ['unshare', '--map-root-user', '--mount'];

/**
 * What to put before a command so that it may mount small disks: nothing for root; for others on Linux a
 * user namespace of its own, where the system gives them; else nothing, and full disks are not tested.
 */
export function withMountRights(): string[] {
  if (process.platform !== 'linux' || process.getuid?.() === 0) return [];
  const [command = '', ...args] = NAMESPACE;
  const probe = spawnSync(command, [...args, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']);
  return probe.status === 0 ? NAMESPACE : [];
}
