import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../terminal.ts';
import { type Owner, run } from './programs.ts';

/** For a merge commit where the user has set no name. */
const IDENTITY = ['user.name=Inkwell upgrade', 'user.email=upgrade@localhost'];

/** Git in the code folder. */
export class Git {
  readonly #root: string;
  readonly #owner: Owner;
  readonly #signal: AbortSignal | undefined;

  constructor(root: string, owner: Owner, signal?: AbortSignal) {
    this.#root = root;
    this.#owner = owner;
    this.#signal = signal;
  }

  async run(...args: string[]): Promise<string> {
    return await this.#run(args, this.#signal);
  }

  /** Like `run`, but isn't interrupted. */
  async finish(...args: string[]): Promise<string> {
    return await this.#run(args, undefined);
  }

  async #run(args: string[], signal: AbortSignal | undefined): Promise<string> {
    // Fetching may ask for a password.
    const isInteractive = args[0] === 'fetch' || args[0] === 'ls-remote';
    const options = { folder: this.#root, owner: this.#owner, signal, isInteractive };
    return (await run('git', args, options)).trim();
  }

  /** Returns the remote repository of the branch, `origin` if it has none. */
  async remote(): Promise<string> {
    const branch = await this.run('branch', '--show-current');
    const remote = await this.run('config', `branch.${branch}.remote`).catch(() => '');
    return remote || 'origin';
  }

  /** Returns the files that would be lost: tracked files with changes that aren't committed. */
  async changedFiles(): Promise<string[]> {
    return lines(await this.run('diff', '--name-only', 'HEAD'));
  }

  /** Fetches a tag, with the commits that lead to it. */
  async fetchTag(tag: string): Promise<void> {
    const isShallow = (await this.run('rev-parse', '--is-shallow-repository')) === 'true';
    const reference = `refs/tags/${tag}:refs/tags/${tag}`;
    const all = isShallow ? ['--unshallow'] : [];
    await this.run('fetch', '--quiet', '--no-tags', ...all, await this.remote(), reference);
  }

  /**
   * Checks out the current commit in `folder` and merges a tag there. Returns the merged commit.
   * Throws a CommandError that names the files that conflict.
   */
  async merge(tag: string, folder: string): Promise<string> {
    await this.run('worktree', 'add', '--quiet', '--detach', folder, 'HEAD');
    const missing = await this.run('config', 'user.email').then(
      () => [],
      () => IDENTITY.flatMap((setting) => ['-c', setting]),
    );
    try {
      await this.run('-C', folder, ...missing, 'merge', '--quiet', '--no-edit', tag);
    } catch (error) {
      const files = lines(
        await this.run('-C', folder, 'diff', '--name-only', '--diff-filter=U').catch(() => ''),
      );
      if (files.length === 0) throw error;
      throw new CommandError(
        `Your changes and ${tag} change the same lines of ${files.join(', ')}. Merge them yourself, then continue as without "npm run upgrade" (docs/upgrading.md): git merge ${tag}`,
        { cause: error },
      );
    }
    return await this.run('-C', folder, 'rev-parse', 'HEAD');
  }

  /** Returns files of a commit that aren't tracked yet, but exist in the folder. */
  async inTheWay(commit: string): Promise<string[]> {
    const added = await this.run('diff', '--name-only', '--diff-filter=A', 'HEAD', commit);
    return lines(added).filter((file) => existsSync(join(this.#root, file)));
  }
}

const lines = (text: string) => text.split('\n').filter(Boolean);

/** Throws a CommandError unless the folder is a Git checkout without changes to tracked files. */
export async function requireCleanCheckout(git: Git, root: string): Promise<void> {
  if (!existsSync(join(root, '.git'))) {
    throw new CommandError(
      existsSync('/.dockerenv') || existsSync('/run/.containerenv')
        ? 'In a container, upgrade the image instead: see "Docker" in docs/upgrading.md.'
        : `${root} isn't a Git checkout, so there's nothing to fetch a release with. Clone the repository and move your data there, or replace the code yourself: docs/upgrading.md.`,
    );
  }
  const top = await git.run('rev-parse', '--show-toplevel');
  if (realpathSync(top) !== realpathSync(root)) {
    throw new CommandError(`${root} isn't a Git checkout of its own, but part of ${top}.`);
  }
  const changed = await git.changedFiles();
  if (changed.length === 0) return;
  const list = changed.map((file) => `  ${file}`).join('\n');
  throw new CommandError(
    `These files have changes that aren't committed:\n${list}\n` +
      'To keep them, commit them, and the upgrade merges them: git commit -am "Our changes"\n' +
      'To discard them: git checkout -- FILE',
  );
}
