import { createStore, del, entries, promisifyRequest, type UseStore, values } from 'idb-keyval';
import type { Op } from 'quill';

/** What a form of the editor holds. */
export interface DraftFields {
  title: string;
  category: string;
  image: string;
  /** The content, in Quill's own form; absent as long as there was no editor to change it in. */
  ops?: Op[];
  /** The `updatedAt` of the post that the edit began from; absent for a new post. */
  startedFrom?: string;
}

/** Something written and not yet saved, as this browser keeps it. */
export interface Draft extends DraftFields {
  id: string;
  /** Id of the user who wrote it; nobody else is shown it. */
  owner: string;
  /** Id of the post, or `new`. */
  target: string;
  keptAt: number;
}

let opened: UseStore | undefined;
/** IndexedDB: a post with its pictures' addresses can be larger than what localStorage takes. */
const store = () => {
  opened ??= createStore('inkwell-drafts', 'drafts');
  return opened;
};
const lockOf = (id: string) => `draft:${id}`;

/** An id for what is being written in this tab; while the tab lives, no other one is offered it. */
export function claimDraft(): { id: string; release(): void } {
  const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
  const { promise, resolve } = Promise.withResolvers<void>();
  // Missing where the page is not secure: then drafts of other tabs are offered as well.
  navigator.locks?.request(lockOf(id), () => promise).catch(() => undefined);
  return { id, release: resolve };
}

/** The drafts of somebody for a post (or `new`) that no tab is writing, newest first. Never throws. */
export async function findDrafts(owner: string, target: string): Promise<Draft[]> {
  try {
    const [kept, locks] = await Promise.all([
      entries<string, Draft>(store()),
      navigator.locks?.query(),
    ]);
    const held = new Set(locks?.held?.map(({ name }) => name));
    return kept
      .map(([, draft]) => draft)
      .filter((draft) => draft.owner === owner && draft.target === target)
      .filter((draft) => !held.has(lockOf(draft.id)) && !isBlank(draft))
      .sort((a, b) => b.keptAt - a.keptAt);
  } catch {
    return [];
  }
}

/** Committed at once: left to itself, a transaction waits for a page that may be gone by then. */
function write(draft: Draft): Promise<void> {
  return store()('readwrite', (drafts) => {
    drafts.put(draft, draft.id);
    const done = promisifyRequest(drafts.transaction);
    drafts.transaction.commit();
    return done;
  });
}

/**
 * Makes what was kept for a post that is gone into drafts of new posts, so that it is offered again. Gives
 * how many there are. Never throws.
 */
export async function rescueDrafts(owner: string, postId: string): Promise<number> {
  const found = await findDrafts(owner, postId);
  try {
    for (const { startedFrom: _, ...draft } of found) {
      await write({ ...draft, target: 'new' });
    }
    return found.length;
  } catch {
    return 0;
  }
}

function isBlank({ title, image, ops = [] }: Draft): boolean {
  const isText = ops.every(({ insert }) => typeof insert === 'string' && insert.trim() === '');
  return title.trim() === '' && image === '' && isText;
}

/** How many drafts of a user this browser has, empty ones aside. Never throws. */
export async function countDrafts(owner: string): Promise<number> {
  return (await draftsOf(owner)).filter((draft) => !isBlank(draft)).length;
}

/** Removes every draft of a user from this browser. Never throws. */
export async function clearDrafts(owner: string): Promise<void> {
  for (const { id } of await draftsOf(owner)) await forgetDraft(id);
}

async function draftsOf(owner: string): Promise<Draft[]> {
  try {
    const all = await values<Draft>(store());
    return all.filter((draft) => draft.owner === owner);
  } catch {
    return [];
  }
}

/** Forgets a draft. Never throws. */
export async function forgetDraft(id: string): Promise<void> {
  await del(id, store()).catch(() => undefined);
}

/**
 * Keeps the newest state of one draft: one write at a time, so that fast typing is not slowed down, and
 * always the last state at the end. `onKept` is told the time, or null when it could not be kept.
 */
export class DraftWriter {
  #next: (() => Draft | null) | null = null;
  #work: Promise<void> | null = null;
  #isKept = true;
  readonly #onKept: (at: number | null) => void;

  constructor(onKept: (at: number | null) => void) {
    this.#onKept = onKept;
  }

  /** `make` is asked when it is written; null changes nothing. */
  keep(make: () => Draft | null): void {
    this.#next = make;
    this.#work ??= this.#run();
  }

  /** Resolves when everything so far has been written: true if the last state is really kept. */
  async settled(): Promise<boolean> {
    await this.#work;
    return this.#isKept;
  }

  /** Takes back what is not written yet, and waits for what is. */
  async stop(): Promise<void> {
    this.#next = null;
    await this.#work;
  }

  /** The page may be about to go away: what is not written yet is sent off now. */
  flush(): void {
    void this.#writeNext();
  }

  async #run(): Promise<void> {
    // The key that was pressed is shown first.
    await new Promise((resolve) => setTimeout(resolve));
    while (this.#next) await this.#writeNext();
    this.#work = null;
  }

  async #writeNext(): Promise<void> {
    const draft = this.#next?.();
    this.#next = null;
    if (!draft) return;
    try {
      await write(draft);
      this.#isKept = true;
      this.#onKept(draft.keptAt);
    } catch {
      this.#isKept = false;
      this.#onKept(null);
    }
  }
}
