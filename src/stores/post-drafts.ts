import { createStore, get, promisifyRequest, type UseStore, values } from 'idb-keyval';
import type { Op } from 'quill/core.js';
import type { DocumentFields, DocumentKind, Seo } from '../../api/contract/documents.ts';

/** The values of the form. */
export interface DraftFields {
  /** What a new document becomes. Absent: a post. */
  kind?: DocumentKind;
  title: string;
  category: string;
  image: string;
  /** Absent in drafts of earlier versions. */
  imageAlt?: string;
  /** Absent in drafts of earlier versions. */
  imageFocus?: string;
  /** The content in Quill's format; absent until the editor has loaded. */
  ops?: Op[];
  /** The line of the content with the cursor, from 0. Absent in drafts of earlier versions. */
  line?: number;
  /** The `updatedAt` of the version that the author changed. Only in drafts of earlier versions. */
  startedFrom?: string;
  /** The revision of the document that the author changed; absent for a new one. */
  revision?: number;
  /** The id that a new document gets, or has got, on the server. */
  clientId?: string;
  /** Versions that were sent without getting an answer: the server may have one of them. */
  unanswered?: readonly Partial<DocumentFields>[];
  /** Tags, series, address and the like. Absent in drafts of earlier versions. */
  settings?: DraftSettings;
}

export type DraftSettings = Pick<DocumentFields, 'tags' | 'series' | 'featured'> & {
  seo: Seo;
  /** Absent in drafts of earlier versions. */
  language?: string;
  /** Present when the author chose the address. */
  slug?: string;
};

/** Unsaved changes, as this browser stores them. */
export interface Draft extends DraftFields {
  id: string;
  /** The id of the author. Other users don't see the draft. */
  owner: string;
  /** The id of the post, or `new`. */
  target: string;
  /** The time of the last change, in milliseconds. Browsers already store drafts with this name. */
  keptAt: number;
}

/** Returns what a draft of a new document becomes. */
export const kindOf = ({ kind = 'post' }: DraftFields) => kind;

let opened: UseStore | undefined;
/** Drafts are in IndexedDB, because long posts exceed the size limit of localStorage. */
const store = () => {
  opened ??= createStore('inkwell-drafts', 'drafts');
  return opened;
};
const lockName = (id: string) => `draft:${id}`;

/**
 * Returns the id of a new draft. Other tabs don't offer it until it is released or this tab closes.
 */
export function claimDraft(): { id: string; release(): void } {
  const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
  const { promise, resolve } = Promise.withResolvers<void>();
  // Without TLS there are no locks, and tabs also offer the drafts of other open tabs.
  navigator.locks?.request(lockName(id), () => promise).catch(() => undefined);
  return { id, release: resolve };
}

/**
 * Runs something with a stored draft that is open in no tab, and lets no tab open it until then.
 * Runs nothing if there is no such draft. Throws what `work` throws.
 */
export async function whileClosed(
  id: string,
  work: (draft: Draft) => Promise<void>,
): Promise<void> {
  const run = async () => {
    const draft = await get<Draft>(id, store()).catch(() => undefined);
    if (draft) await work(draft);
  };
  if (!navigator.locks) return await run();
  await navigator.locks.request(lockName(id), { ifAvailable: true }, (lock) => lock && run());
}

/**
 * Returns a user's drafts that aren't open in a tab, newest first. `target`: only those for a post,
 * or for `new` ones. Never throws.
 */
export async function findDrafts(owner: string, target?: string): Promise<Draft[]> {
  const drafts = await draftsOf(owner);
  const locks = await navigator.locks?.query().catch(() => undefined);
  const held = new Set(locks?.held?.map(({ name }) => name));
  return drafts
    .filter((draft) => target === undefined || draft.target === target)
    .filter((draft) => !held.has(lockName(draft.id)) && !isBlank(draft))
    .sort((a, b) => b.keptAt - a.keptAt);
}

/**
 * Turns the drafts of a deleted post into drafts of new posts, so that the author can restore them.
 * Returns them. Never throws.
 */
export async function rescueDrafts(owner: string, postId: string): Promise<Draft[]> {
  const drafts = await findDrafts(owner, postId);
  try {
    for (const { startedFrom: _, revision: _r, clientId: _c, ...draft } of drafts) {
      await putDraft({ ...draft, target: 'new' });
    }
    return drafts;
  } catch {
    return [];
  }
}

/** Returns the number of a user's drafts in this browser, without empty ones. Never throws. */
export async function countDrafts(owner: string): Promise<number> {
  return (await draftsOf(owner)).filter((draft) => !isBlank(draft)).length;
}

/** Deletes all drafts of a user from this browser. Never throws. */
export async function clearDrafts(owner: string): Promise<void> {
  for (const { id } of await draftsOf(owner)) await deleteDraft(id);
}

/** Deletes a draft. Never throws. */
export async function deleteDraft(id: string): Promise<void> {
  forgetLastDraft(id);
  try {
    await write((drafts) => drafts.delete(id));
  } catch {
    // It is offered again later.
  }
}

/** Stores a draft again after `deleteDraft`. Never throws. */
export async function undeleteDraft(draft: Draft): Promise<void> {
  try {
    await putDraft(draft);
  } catch {
    // The caller still has it.
  }
}

async function draftsOf(owner: string): Promise<Draft[]> {
  try {
    await storeLastDraft();
    const all = await values<Draft>(store());
    return all.filter((draft) => draft.owner === owner);
  } catch {
    return [];
  }
}

const LAST_DRAFT = 'last-draft';

/**
 * Keeps a draft in session storage for this tab's next page: a page may close before IndexedDB has
 * stored it. Does nothing if the draft is too large or the browser blocks storage.
 */
function keepLastDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(LAST_DRAFT, JSON.stringify(draft));
  } catch {
    // The write to IndexedDB continues.
  }
}

function findLastDraft(): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(LAST_DRAFT) ?? 'null');
  } catch {
    return null;
  }
}

function forgetLastDraft(id: string): void {
  if (findLastDraft()?.id === id) sessionStorage.removeItem(LAST_DRAFT);
}

/** Moves the draft that this tab's last page kept while closing to IndexedDB, unless it's there. */
async function storeLastDraft(): Promise<void> {
  const last = findLastDraft();
  if (last === null) return;
  const stored = await get<Draft>(last.id, store());
  if (stored === undefined || stored.keptAt < last.keptAt) await putDraft(last);
  forgetLastDraft(last.id);
}

function isBlank({ title, image, ops = [] }: Draft): boolean {
  const isText = ops.every(({ insert }) => typeof insert === 'string' && insert.trim() === '');
  return title.trim() === '' && image === '' && isText;
}

/** Stores a draft. */
export function putDraft(draft: Draft): Promise<void> {
  return write((drafts) => drafts.put(draft, draft.id));
}

/** Commits explicitly, because the page may be closed before an automatic commit. */
function write(change: (drafts: IDBObjectStore) => void): Promise<void> {
  return store()('readwrite', (drafts) => {
    change(drafts);
    const done = promisifyRequest(drafts.transaction);
    drafts.transaction.commit();
    return done;
  });
}

/** Saves the latest state of a draft, one write at a time. */
export class DraftWriter {
  #next: (() => Draft | null) | null = null;
  #writing: Draft | null = null;
  #work: Promise<void> | null = null;
  #isSaved = true;
  readonly #onWrite: (at: number | null) => void;

  /** `onWrite` is called with the time after each write, or with null if it failed. */
  constructor(onWrite: (at: number | null) => void) {
    this.#onWrite = onWrite;
  }

  /** Saves the draft that `create` returns when its turn comes; null saves nothing. */
  save(create: () => Draft | null): void {
    this.#next = create;
    this.#work ??= this.#run();
  }

  /** Waits for pending writes. Returns whether the last one succeeded. */
  async settled(): Promise<boolean> {
    await this.#work;
    return this.#isSaved;
  }

  /** Cancels what hasn't been written, and waits for the current write. */
  async stop(): Promise<void> {
    this.#next = null;
    await this.#work;
  }

  /** Writes now, because the page may be about to close. */
  flush(): void {
    const pending = this.#next?.() ?? this.#writing;
    if (pending) keepLastDraft(pending);
    void this.#writeNext();
  }

  async #run(): Promise<void> {
    // Lets the browser show the typed character first.
    await new Promise((resolve) => setTimeout(resolve));
    while (this.#next) await this.#writeNext();
    this.#work = null;
  }

  async #writeNext(): Promise<void> {
    const draft = this.#next?.();
    this.#next = null;
    if (!draft) return;
    this.#writing = draft;
    try {
      await putDraft(draft);
      if (this.#writing === draft) forgetLastDraft(draft.id);
      this.#isSaved = true;
      this.#onWrite(draft.keptAt);
    } catch {
      this.#isSaved = false;
      this.#onWrite(null);
    }
    if (this.#writing === draft) this.#writing = null;
  }
}
