import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataDir } from '../../api/data-dir.ts';
import { CommandError } from '../terminal.ts';
import type { Git } from './git.ts';
import { ownerOf, run, systemNode } from './programs.ts';
import type { Release } from './release.ts';

/** The folder in the code folder, on the same disk. Listed in .gitignore. */
const WORKSHOP = '.upgrade';

interface Code {
  root: string;
  git: Git;
  signal: AbortSignal;
}

/** A version that is installed and built next to the current one. */
export interface PreparedCode {
  folder: string;
  commit: string;
}

/**
 * Creates the folder for the new version, and locks it. Returns a function that removes it. Throws
 * a CommandError if another upgrade is running.
 */
export async function openWorkshop({ root, git }: Code): Promise<() => Promise<void>> {
  const folder = join(root, WORKSHOP);
  await mkdir(folder, { recursive: true });
  const { uid, gid } = ownerOf(root);
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
  const unlock = await lockDataDir(folder).catch((error: Error) => {
    throw /another Inkwell is running/.test(error.message)
      ? new CommandError(`Another upgrade of ${root} is running.`)
      : error;
  });
  const clear = async () => {
    // Also what an upgrade that was killed left.
    for (const name of ['code', 'previous'])
      await rm(join(folder, name), { recursive: true, force: true });
    await git.finish('worktree', 'prune');
  };
  await clear();
  return async () => {
    await clear();
    unlock();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Merges a release into a copy of the code, installs its packages and builds it there. */
export async function prepareCode(
  { root, git, signal }: Code,
  { tag }: Release,
): Promise<PreparedCode> {
  await git.fetchTag(tag);
  const folder = join(root, WORKSHOP, 'code');
  const commit = await git.merge(tag, folder);
  if (commit === (await git.run('rev-parse', 'HEAD'))) {
    throw new CommandError(`The code already contains ${tag}.`);
  }
  const inTheWay = await git.inTheWay(commit);
  if (inTheWay.length > 0) {
    throw new CommandError(
      `${tag} has files that exist here and aren't tracked by Git. Move them away: ${inTheWay.join(', ')}`,
    );
  }
  const options = { folder, owner: ownerOf(root), signal };
  await run(systemNode(root), ['scripts/run.mjs', 'build'], options);
  return { folder, commit };
}

/**
 * Puts the prepared version in the place of the current one. Returns a function that undoes it. If
 * the switch fails, nothing is changed.
 */
export async function switchCode(
  { root, git }: Code,
  { folder, commit }: PreparedCode,
): Promise<() => Promise<void>> {
  const before = await git.finish('rev-parse', 'HEAD');
  const modules = join(root, 'node_modules');
  const newModules = join(folder, 'node_modules');
  const previous = join(root, WORKSHOP, 'previous');
  const undo = async () => {
    if (existsSync(previous)) {
      await rm(modules, { recursive: true, force: true });
      await rename(previous, modules);
    }
    await git.finish('reset', '--quiet', '--keep', before);
  };
  try {
    await git.finish('reset', '--quiet', '--keep', commit);
    await moveBuilds(join(folder, 'dist'), join(root, 'dist'));
    await rename(modules, previous);
    await rename(newModules, modules);
    return undo;
  } catch (error) {
    await undo();
    throw error;
  }
}

/** Earlier builds stay. `npm start` deletes those that are too many. */
async function moveBuilds(from: string, to: string): Promise<void> {
  if (!existsSync(to)) return await rename(from, to);
  for (const name of await readdir(from)) {
    if (!existsSync(join(to, name))) await rename(join(from, name), join(to, name));
  }
}
