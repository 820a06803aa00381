import { CommandError } from '../terminal.ts';
import type { Git } from './git.ts';

/** A released version. */
export interface Release {
  /** Of the repository: `v0.8.0`. */
  tag: string;
  /** `0.8.0`. */
  version: string;
}

const VERSION = /^v?(\d+)\.(\d+)\.(\d+)$/;

/** Orders versions. Throws an Error if one isn't of the form `1.2.3`. */
export function compareVersions(a: string, b: string): number {
  const parts = [a, b].map((version) => {
    const [, ...numbers] = VERSION.exec(version) ?? [];
    if (numbers.length === 0) throw new Error(`"${version}" isn't a version`);
    return numbers.map(Number);
  });
  const [left = [], right = []] = parts;
  const differing = left.findIndex((number, index) => number !== right[index]);
  return differing < 0 ? 0 : (left[differing] ?? 0) - (right[differing] ?? 0);
}

/**
 * Returns the release to upgrade to: `to`, or the newest one of the remote repository. Returns
 * `undefined` if the newest one is installed. Throws a CommandError if there's no such release, or
 * `to` isn't newer than `current`.
 */
export async function findRelease(
  git: Git,
  { current, to }: { current: string; to?: string | undefined },
): Promise<Release | undefined> {
  const remote = await git.remote();
  const listed = await git.run('ls-remote', '--tags', '--refs', remote, 'v*').catch((error) => {
    throw new CommandError(`The releases of "${remote}" can't be read.\n${error.message}`);
  });
  const releases = listed
    .split('\n')
    .map((line) => line.split('refs/tags/')[1] ?? '')
    .filter((tag) => tag.startsWith('v') && VERSION.test(tag))
    .map((tag) => ({ tag, version: tag.slice(1) }))
    .sort((a, b) => compareVersions(b.version, a.version));
  if (to !== undefined) return chosen(releases, { current, to, remote });
  const [newest] = releases;
  if (!newest) throw new CommandError(`The repository "${remote}" has no releases (no tags).`);
  return compareVersions(newest.version, current) > 0 ? newest : undefined;
}

function chosen(
  releases: Release[],
  { current, to, remote }: { current: string; to: string; remote: string },
): Release {
  const release = releases.find(({ tag, version }) => tag === to || version === to);
  if (!release) {
    const newest = releases[0] ? ` The newest is ${releases[0].tag}.` : '';
    throw new CommandError(`The repository "${remote}" has no release ${to}.${newest}`);
  }
  if (compareVersions(release.version, current) <= 0) {
    throw new CommandError(
      `${release.tag} isn't newer than ${current}, which is installed. To go back to an earlier version, see "Going back" in docs/upgrading.md.`,
    );
  }
  return release;
}
