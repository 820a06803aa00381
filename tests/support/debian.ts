import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

interface Wanted {
  /** Name at the start of a sentence. */
  name: string;
  packages: string[];
  isInstalled(): boolean;
  say(line: string): void;
}

/**
 * Ensures that Debian (or Ubuntu) packages are installed, and installs them when run as root.
 * Returns undefined on success, else the reason why they're unavailable.
 */
export function ensurePackages({ name, packages, isInstalled, say }: Wanted): string | undefined {
  if (isInstalled()) return undefined;
  const list = packages.join(' and ');
  const how = `Install Debian's ${packages.length > 1 ? 'packages' : 'package'} ${list} and run this again.`;
  if (!existsSync('/etc/debian_version')) return `${name} is tested on Debian and Ubuntu only.`;
  if (process.getuid?.() !== 0) return `${name} is missing. ${how}`;
  say(`Installing ${list}, once …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { stdio: 'ignore', env } as const;
  spawnSync('apt-get', ['update'], options);
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options);
  return isInstalled() ? undefined : `${name} is missing, and apt-get could not install it. ${how}`;
}
