import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cp,
  link,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { INDEX_PATH } from '../contract/search.ts';
import { atomicWrite } from '../files/atomic-write.ts';

const MARK_FILE = '.release.json';
/** Earlier releases that stay: open tabs need their assets. */
const MAX_EARLIER_RELEASES = 1;

/** The content of `.release.json`, which marks a release as complete. */
export interface ReleaseMark {
  id: string;
  pages: number;
  renderedAt: string;
}

/** The folders of the published site (docs/architecture.md, "On disk"). */
export class Releases {
  readonly #dataDir: string;
  /** The link that always points to the release being served. */
  readonly site: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.site = join(dataDir, 'site');
  }

  /** Absolute folder of a release. */
  folder(id: string): string {
    return join(this.#dataDir, 'releases', id);
  }

  /** Where a release is rendered until it is complete. */
  draft(id: string): string {
    return join(this.#dataDir, 'releases', `${id}.partial`);
  }

  /** Returns the release being served, or null if none is complete. */
  async current(): Promise<ReleaseMark | null> {
    try {
      const id = (await readlink(this.site)).split('/').at(-1) ?? '';
      const mark = JSON.parse(
        await readFile(join(this.folder(id), MARK_FILE), 'utf8'),
      ) as ReleaseMark;
      await stat(join(this.folder(id), 'index.html'));
      return mark.id === id ? mark : null;
    } catch {
      return null;
    }
  }

  /**
   * Creates a draft that holds the assets of the build and of the release being served. The new
   * assets also go into the latter: pages published in the meantime come from the new code.
   */
  async prepare(id: string, clientDir: string): Promise<string> {
    const draft = this.draft(id);
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true });
    const current = await this.current();
    if (current && current.id !== id) {
      const served = this.folder(current.id);
      await cp(join(served, '_assets'), join(draft, '_assets'), { recursive: true }).catch(
        ignoreMissing,
      );
      await cp(join(clientDir, '_assets'), join(served, '_assets'), { recursive: true });
      await linkAll(join(served, 'og'), join(draft, 'og'));
    }
    await cp(clientDir, draft, { recursive: true });
    return draft;
  }

  /** Links the search index of the release being served into the draft. */
  async carryIndex(id: string): Promise<void> {
    const current = await this.current();
    if (!current || current.id === id) return;
    const [from, to] = [
      join(this.folder(current.id), INDEX_PATH),
      join(this.draft(id), INDEX_PATH),
    ];
    for (const entry of await readdir(from, { withFileTypes: true }).catch(() => [])) {
      if (entry.isDirectory()) await linkAll(join(from, entry.name), join(to, entry.name));
    }
    await linkAll(from, to);
  }

  /** Serves the draft: syncs and renames it, then swaps the link atomically. */
  async finish(id: string, pages: number): Promise<void> {
    const mark: ReleaseMark = { id, pages, renderedAt: new Date().toISOString() };
    await atomicWrite(join(this.draft(id), MARK_FILE), Buffer.from(JSON.stringify(mark)));
    // Its files weren't synced one by one. Where there's no `sync` command, the system does it
    // later.
    await promisify(execFile)('sync').catch(() => undefined);
    await rm(this.folder(id), { recursive: true, force: true });
    await rename(this.draft(id), this.folder(id));
    const temporary = `${this.site}.${process.pid}.tmp`;
    await rm(temporary, { force: true });
    await symlink(join('releases', id), temporary);
    await rename(temporary, this.site);
  }

  /** Deletes all releases but this one and the newest before it. */
  async prune(id: string): Promise<void> {
    const root = join(this.#dataDir, 'releases');
    const others = (await readdir(root)).filter((name) => name !== id);
    const dated = await Promise.all(
      others.map(async (name) => ({ name, time: (await stat(join(root, name))).mtimeMs })),
    );
    dated.sort((a, b) => b.time - a.time);
    const kept = dated
      .filter(({ name }) => !name.endsWith('.partial'))
      .slice(0, MAX_EARLIER_RELEASES);
    for (const { name } of dated) {
      if (kept.some((release) => release.name === name)) continue;
      await rm(join(root, name), { recursive: true, force: true });
    }
  }
}

/** Returns the name of a release: a hash of the build and of all settings that pages contain. */
export function releaseId(buildId: string, settings: Record<string, string>): string {
  const parts = [buildId, ...Object.entries(settings).sort().flat()];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/** Creates hard links to the files of a folder in another one. */
async function linkAll(from: string, to: string): Promise<void> {
  const names = await readdir(from).catch(() => []);
  if (names.length > 0) await mkdir(to, { recursive: true });
  for (const name of names) await link(join(from, name), join(to, name)).catch(ignoreUnlinkable);
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** Existing files stay, and folders can't be linked. */
function ignoreUnlinkable(error: NodeJS.ErrnoException): void {
  if (!['EEXIST', 'EPERM', 'EISDIR'].includes(error.code ?? '')) throw error;
}
