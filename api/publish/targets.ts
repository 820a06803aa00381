import type { Releases } from './releases.ts';
import type { Change } from './renderer.ts';

/** The next release while it's being made. */
interface Draft {
  root: string;
  /** Number of pages so far. */
  rendered: number;
  /** What was published in the meantime. */
  changes: Change[];
}

/** Where pages are written: into the release being served and, while there is one, the draft. */
export class Targets {
  readonly #releases: Releases;
  served: { id: string; pages: number } | null = null;
  draft: Draft | null = null;

  constructor(releases: Releases) {
    this.#releases = releases;
  }

  /** The folder being served; before the first release is complete, one that doesn't exist. */
  get root(): string {
    return this.served ? this.#releases.folder(this.served.id) : this.#releases.site;
  }

  /** All folders that a published page goes to. */
  get roots(): string[] {
    const roots = this.served ? [this.root] : [];
    if (this.draft) roots.push(this.draft.root);
    return roots;
  }
}
