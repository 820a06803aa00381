import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFile,
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
import { basename, join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { INDEX_PATH } from '../contract/search.ts';
import type { SiteState } from '../contract/site.ts';
import { atomicWrite } from '../files/atomic-write.ts';
import {
  type DraftStart,
  readDraftStart,
  removeDraftStart,
  writeDraftStart,
} from './draft-start.ts';
import type { Change, Target } from './types.ts';

const MARK_FILE = '.release.json';
/** Number of earlier releases to keep: open tabs need their assets. */
const MAX_EARLIER_RELEASES = 1;

/** The content of `.release.json`, which marks a release as complete. */
interface ReleaseMark {
  id: string;
  pages: number;
  /** The settings that its pages show. Earlier versions of the product didn't store them. */
  site?: SiteState;
}

interface Release extends ReleaseMark {
  root: string;
  site: SiteState;
}

/** The next release while it's being rendered. */
export interface Draft {
  root: string;
  site: SiteState;
  /** Number of pages so far. */
  rendered: number;
  /** The number of pages when complete; 0 while it's unknown. */
  total: number;
  /** Whether every page was rendered once. From then on, publishing writes the draft, too. */
  isRendered: boolean;
  /** What was published until then. The render may have missed it. */
  missed: { changes: Change[]; paths: Set<string> };
}

/** The folders of the published site (docs/architecture.md, "On disk"). */
export class Releases {
  readonly #dataDir: string;
  /** The link that always points to the release being served. */
  readonly #site: string;
  served: Release | null = null;
  draft: Draft | null = null;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#site = join(dataDir, 'site');
  }

  /**
   * The folder being served: the last complete release, or the first one while it's being rendered.
   */
  get root(): string {
    return this.served?.root ?? this.draft?.root ?? this.#site;
  }

  /** All folders that a published page is written to. */
  get roots(): string[] {
    return [this.served, this.draft].flatMap((release) => release?.root ?? []);
  }

  /**
   * Where a published page is written, and the settings that it shows there. Releases with the same
   * settings share one rendering.
   */
  get targets(): Target[] {
    const targets: Target[] = [];
    const isDraftOpen = this.isFirst || this.draft?.isRendered;
    for (const release of [this.served, isDraftOpen ? this.draft : null]) {
      if (release === null) continue;
      const same = targets.find(({ site }) => site.hash === release.site.hash);
      if (same) same.roots.push(release.root);
      else targets.push({ roots: [release.root], site: release.site });
    }
    return targets;
  }

  /**
   * Notes what is being published. If the draft isn't rendered yet, it's published there again
   * later.
   */
  note(changes: readonly Change[], paths: readonly string[] = []): void {
    if (this.draft === null || this.draft.isRendered) return;
    this.draft.missed.changes.push(...changes);
    for (const path of paths) this.draft.missed.paths.add(path);
  }

  /** The settings that the served pages show, or `undefined` before the first release. */
  get site(): SiteState | undefined {
    return (this.served ?? this.draft)?.site;
  }

  /** Pages without a file are served. */
  get isFirst(): boolean {
    return this.served === null;
  }

  #folder(name: string): string {
    return join(this.#dataDir, 'releases', name);
  }

  /** Serves the last complete release, if there is one. `site`: if it doesn't say its settings. */
  async load(site: SiteState): Promise<void> {
    try {
      const root = this.#folder(basename(await readlink(this.#site)));
      const mark: ReleaseMark = JSON.parse(await readFile(join(root, MARK_FILE), 'utf8'));
      await stat(join(root, 'index.html'));
      this.served = { site, ...mark, root };
    } catch {
      // There is none.
    }
  }

  /** Returns the start of an earlier process's unfinished draft of this release. */
  async unfinished(id: string): Promise<DraftStart | undefined> {
    const root = this.#folder(id);
    return this.served?.root === root ? undefined : readDraftStart(root);
  }

  /**
   * Creates a draft with the assets of the build and of the release being served. Adds the new
   * assets to the latter, because pages published in the meantime come from the new code. Continues
   * an unfinished draft with the same start.
   */
  async prepare(id: string, clientDir: string, start: DraftStart, site: SiteState): Promise<Draft> {
    // After a restore, the release being served is rendered again with the same id.
    const isTaken = this.served?.root === this.#folder(id);
    const root = this.#folder(isTaken ? `${id}-${Date.now().toString(36)}` : id);
    if (!isDeepStrictEqual(await this.unfinished(id), start)) {
      await rm(root, { recursive: true, force: true });
      await this.#addAssets(root, clientDir);
      await writeDraftStart(root, start);
    }
    const missed = { changes: [], paths: new Set<string>() };
    this.draft = { root, site, rendered: 0, total: 0, isRendered: false, missed };
    // A web server in front can serve the first release while it's being rendered.
    if (this.isFirst) await this.#link(root);
    return this.draft;
  }

  async #addAssets(root: string, clientDir: string): Promise<void> {
    await mkdir(root, { recursive: true });
    if (this.served) {
      const [assets, served] = ['_assets', this.root];
      await cp(join(served, assets), join(root, assets), { recursive: true }).catch(ignoreMissing);
      await addAssets(join(clientDir, assets), join(served, assets));
      await linkFolders(join(served, 'og'), join(root, 'og'));
    }
    await cp(clientDir, root, { recursive: true });
  }

  /** Deletes the draft. On a full disk, it would be in the way. */
  async discard(): Promise<void> {
    const root = this.draft?.root;
    this.draft = null;
    if (root) await rm(root, { recursive: true, force: true }).catch(() => undefined);
  }

  /**
   * Serves the draft with the search index of the release being served: syncs it, marks it as
   * complete, then swaps the link atomically.
   */
  async finish(id: string, draft: Draft, pages: number): Promise<void> {
    if (this.served) {
      const served = join(this.root, INDEX_PATH);
      const next = join(draft.root, INDEX_PATH);
      await linkFolders(served, next);
      await linkAll(served, next);
    }
    // Its files weren't synced one by one. If there is no `sync` command, the system does it later.
    await promisify(execFile)('sync').catch(() => undefined);
    const { site } = draft;
    const mark: ReleaseMark = { id, pages, site };
    await atomicWrite(join(draft.root, MARK_FILE), Buffer.from(JSON.stringify(mark)));
    await removeDraftStart(draft.root);
    await this.#link(draft.root);
    this.served = { id, pages, site, root: draft.root };
    this.draft = null;
  }

  /** Points `site` to a release. */
  async #link(root: string): Promise<void> {
    const temporary = `${this.#site}.${process.pid}.tmp`;
    await rm(temporary, { force: true });
    await symlink(join('releases', basename(root)), temporary);
    await rename(temporary, this.#site);
  }

  /** Deletes unfinished releases, and complete ones except the current and the previous one. */
  async prune(): Promise<void> {
    const folder = join(this.#dataDir, 'releases');
    const roots = (await readdir(folder)).map((name) => join(folder, name));
    const complete: { root: string; time: number }[] = [];
    const old: string[] = [];
    for (const root of roots.filter((each) => each !== this.served?.root)) {
      const mark = await stat(join(root, MARK_FILE)).catch(() => null);
      if (mark) complete.push({ root, time: mark.mtimeMs });
      else old.push(root);
    }
    complete.sort((a, b) => b.time - a.time);
    old.push(...complete.slice(MAX_EARLIER_RELEASES).map(({ root }) => root));
    for (const root of old) await rm(root, { recursive: true, force: true });
  }
}

/** Returns the id of a release: a hash of the build and of all settings that pages contain. */
export function releaseId(buildId: string, settings: Record<string, string>): string {
  const parts = [buildId, ...Object.entries(settings).sort().flat()];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/** Returns the id of the release of a build, `releaseId`, with other settings of the site. */
export function releaseOf(base: string, { hash }: Pick<SiteState, 'hash'>): string {
  return hash === '' ? base : `${base}-${hash}`;
}

/** Copies hashed assets into a folder being served: at no time is one missing or incomplete. */
async function addAssets(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    const [source, target] = [join(from, name), join(to, name)];
    const { size } = await stat(source);
    // A crash may have left an incomplete file.
    if ((await stat(target).catch(() => undefined))?.size === size) continue;
    await copyFile(source, `${target}.tmp`);
    await rename(`${target}.tmp`, target);
  }
}

/** Creates hard links to the files in the subfolders of a folder. */
async function linkFolders(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true }).catch(() => [])) {
    if (entry.isDirectory()) await linkAll(join(from, entry.name), join(to, entry.name));
  }
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

/** Existing files stay. Folders can't be linked. */
function ignoreUnlinkable(error: NodeJS.ErrnoException): void {
  if (!['EEXIST', 'EPERM', 'EISDIR'].includes(error.code ?? '')) throw error;
}
