import type { Document, DocumentChanges, NewDocument } from '../../../../api/contract/documents.ts';
import { statusOf } from '../../ui/request.ts';
import { changedFields, isBlank, type Values, valuesOf } from './values.ts';

/** The calls that saving needs. */
export interface DocumentServer {
  create(body: NewDocument): Promise<Document>;
  update(documentId: string, body: DocumentChanges): Promise<Document>;
  get(documentId: string): Promise<Document>;
  /** Returns the content as the server would store it. */
  normalize(values: Values): Promise<string>;
  /** Sends a last save while the page closes. Nobody waits for the answer. */
  saveAtEnd(documentId: string | null, body: NewDocument | DocumentChanges): void;
}

export type SyncStatus =
  /** Nothing to save yet. */
  | 'blank'
  /** Something was typed, and will be saved in a moment. */
  | 'waiting'
  | 'saving'
  | 'saved'
  /** The server can't be reached. */
  | 'offline'
  /** The server couldn't save it for now. */
  | 'retrying'
  | 'signed-out'
  /** The server doesn't accept it. `error` says why. */
  | 'refused'
  /** Another version was saved elsewhere: `theirs`. Nothing is saved until the author decides. */
  | 'conflict'
  | 'trashed'
  | 'gone';

export interface SyncState {
  status: SyncStatus;
  /** As the server has it. */
  document: Document | null;
  error?: unknown;
  theirs?: Document;
}

export interface SyncOptions {
  server: DocumentServer;
  /** Null for a new one. Its `revision` is the one that the form's content started from. */
  document: Document | null;
  /** The id of a new document. A repeated `create` then finds the document that the first one made. */
  clientId: string;
  /** True if an earlier page may have sent `create` with this id. */
  mayExist?: boolean;
  values(): Values;
  onState(state: SyncState): void;
  /** The document changed on the server in another way than by typing: the form must show it. */
  onReplaced(document: Document): void;
}

/** After the last key. */
const QUIET_MS = 1_000;
/** Someone who types without a pause is saved after this time. */
const MAX_WAIT_MS = 2_000;
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 30_000];
/** Browsers allow 64 KiB for all requests that outlive their page. */
const MAX_LAST_BYTES = 60_000;
/** In these, saving waits for the author's decision. */
const STUCK: readonly SyncStatus[] = ['conflict', 'trashed', 'gone'];

/** Saves a document on the server as it is typed, one call at a time. Knows nothing of React. */
export class DocumentSync {
  readonly #options: SyncOptions;
  #state: SyncState;
  #document: Document | null;
  #clientId: string;
  /** What the server has, as the form would send it. */
  #baseline: Values;
  /** What was sent without an answer. The server may have it. */
  #unanswered: Values | null = null;
  #mayExist: boolean;
  #changes = 0;
  #saved = 0;
  #waitingSince: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #queue: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(options: SyncOptions) {
    const { document, clientId, mayExist = false } = options;
    this.#options = options;
    this.#document = document;
    this.#clientId = clientId;
    this.#mayExist = mayExist;
    this.#baseline = document ? valuesOf(document) : {};
    this.#state = { status: document ? 'saved' : 'blank', document };
  }

  get state(): SyncState {
    return this.#state;
  }

  get clientId(): string {
    return this.#clientId;
  }

  /** Whether there are changes that the server doesn't have. */
  get isDirty(): boolean {
    return this.#changes !== this.#saved;
  }

  /** Something changed: saves it soon. */
  touch(): void {
    this.#changes += 1;
    if (this.#isStuck) return;
    this.#waitingSince ??= Date.now();
    const left = this.#waitingSince + MAX_WAIT_MS - Date.now();
    this.#startTimer(Math.max(0, Math.min(QUIET_MS, left)));
    // While a call runs or fails, its state says more.
    if (['blank', 'saved'].includes(this.#state.status)) this.#set({ status: 'waiting' });
  }

  /** Saves without waiting, such as when the browser is online again. */
  retry(): void {
    if (this.isDirty && !this.#isStuck) this.#startTimer(0);
  }

  /** Saves now. Throws if that fails. */
  flush(): Promise<void> {
    this.#clearTimer();
    return this.#enqueue(() => this.#save());
  }

  /**
   * Saves what is unsaved, then makes a call that returns a new state of the document. No autosave runs
   * in between. `replaces`: the call changes the content, so the form must show it.
   */
  act<T>(
    call: (document: Document) => Promise<T>,
    { of, replaces = false }: { of: (result: T) => Document; replaces?: boolean },
  ): Promise<T> {
    this.#clearTimer();
    return this.#enqueue(async () => {
      await this.#save();
      if (!this.#document) throw new Error('There is nothing to save yet.');
      const result = await this.#attempt(call, this.#document);
      if (replaces) this.#replace(of(result));
      else {
        this.#document = of(result);
        this.#set({ status: this.isDirty ? 'waiting' : 'saved' });
      }
      return result;
    });
  }

  /** Continues with this version, and forgets what the form has. */
  take(theirs: Document): void {
    this.#replace(theirs);
  }

  /** Saves what the form has over this version. */
  async overwrite(theirs: Document): Promise<void> {
    this.#document = theirs;
    this.#baseline = valuesOf(theirs);
    await this.#saveAgain();
  }

  /** The document is gone: saves what the form has as a new one. */
  async saveAsNew(clientId: string): Promise<void> {
    this.#document = null;
    this.#clientId = clientId;
    this.#mayExist = false;
    this.#baseline = {};
    await this.#saveAgain();
  }

  /** The page is closing. */
  end(): void {
    if (!this.isDirty || this.#isStuck) return;
    const { server, values } = this.#options;
    const now = values();
    if (!this.#document && isBlank(now)) return;
    const body = this.#document
      ? { ...changedFields(this.#baseline, now), revision: this.#document.revision }
      : { ...now, clientId: this.#clientId };
    if (new Blob([JSON.stringify(body)]).size > MAX_LAST_BYTES) return;
    this.#unanswered = now;
    this.#mayExist = true;
    server.saveAtEnd(this.#document?._id ?? null, body);
  }

  stop(): void {
    this.#isStopped = true;
    this.#clearTimer();
  }

  get #isStuck(): boolean {
    return STUCK.includes(this.#state.status);
  }

  #set(next: Omit<SyncState, 'document'>): void {
    if (next.status !== 'waiting') this.#waitingSince = null;
    this.#state = { ...next, document: this.#document };
    if (!this.#isStopped) this.#options.onState(this.#state);
  }

  #startTimer(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.flush().catch(() => undefined), ms);
  }

  #clearTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#queue.then(work);
    this.#queue = run.catch(() => undefined);
    return run;
  }

  async #saveAgain(): Promise<void> {
    this.#unanswered = null;
    this.#changes += 1;
    this.#set({ status: 'waiting' });
    await this.flush();
  }

  #replace(document: Document): void {
    this.#clearTimer();
    this.#document = document;
    this.#baseline = valuesOf(document);
    this.#unanswered = null;
    this.#saved = this.#changes;
    this.#options.onReplaced(document);
    this.#set({ status: 'saved' });
  }

  async #save(): Promise<void> {
    if (!this.isDirty) return;
    const count = this.#changes;
    const values = this.#options.values();
    const isNothing = !this.#document && isBlank(values);
    let changed = changedFields(this.#baseline, values);
    while (!isNothing && (!this.#document || Object.keys(changed).length > 0)) {
      this.#set({ status: 'saving' });
      this.#waitingSince = null;
      await this.#send(values, changed);
      changed = changedFields(this.#baseline, values);
    }
    this.#saved = count;
    this.#failures = 0;
    if (this.#changes !== count) {
      this.#waitingSince ??= Date.now();
      this.#startTimer(QUIET_MS);
      this.#set({ status: 'waiting' });
    } else this.#set({ status: this.#document ? 'saved' : 'blank' });
  }

  async #send(values: Values, changed: Values): Promise<void> {
    const { server } = this.#options;
    const document = this.#document;
    try {
      if (document) {
        const body = { ...changed, revision: document.revision };
        this.#document = await server.update(document._id, body);
        this.#baseline = values;
      } else {
        const isRepeated = this.#mayExist;
        this.#mayExist = true;
        this.#document = await server.create({ ...values, clientId: this.#clientId });
        // An earlier call may have made it, with other content.
        this.#baseline = isRepeated ? valuesOf(this.#document) : values;
      }
      this.#unanswered = null;
    } catch (error) {
      if (statusOf(error) === 409 && document && (await this.#isOwn(document, values))) return;
      this.#fail(error, values);
      throw error;
    }
  }

  async #attempt<T>(call: (document: Document) => Promise<T>, document: Document): Promise<T> {
    try {
      return await call(document);
    } catch (error) {
      const status = statusOf(error);
      if (status === 409) {
        const theirs = await this.#findOther(document);
        if (theirs) this.#set({ status: 'conflict', theirs });
      }
      if (status === 404) this.#set({ status: 'gone', error });
      throw error;
    }
  }

  /** After a 409: whether the other version is what this page sent without getting an answer. */
  async #isOwn(document: Document, values: Values): Promise<boolean> {
    const theirs = await this.#findOther(document);
    if (!theirs) return false;
    const sent = this.#unanswered ?? values;
    if (!(await this.#isSame(theirs, sent))) {
      this.#set({ status: 'conflict', theirs });
      return false;
    }
    this.#document = theirs;
    this.#baseline = sent;
    this.#unanswered = null;
    return true;
  }

  async #isSame(theirs: Document, sent: Values): Promise<boolean> {
    const { content: _, ...others } = changedFields(valuesOf(theirs), sent);
    if (Object.keys(others).length > 0) return false;
    if (sent.content === undefined || sent.content === theirs.content) return true;
    const content = await this.#options.server.normalize(sent).catch(() => null);
    return content === theirs.content;
  }

  /** Returns the other version that the server has. Null if there's none to continue with. */
  async #findOther(document: Document): Promise<Document | null> {
    try {
      const theirs = await this.#options.server.get(document._id);
      if (theirs.status === 'trashed') this.#set({ status: 'trashed', theirs });
      else if (theirs.revision !== document.revision) return theirs;
    } catch (error) {
      if (statusOf(error) === 404) this.#set({ status: 'gone', error });
    }
    return null;
  }

  #fail(error: unknown, values: Values): void {
    const status = statusOf(error);
    if (status === 404 && this.#document) return this.#set({ status: 'gone', error });
    if (this.#isStuck) return;
    if (status === 401) return this.#set({ status: 'signed-out', error });
    const isPassing = status === 0 || status >= 500 || status === 429 || status === 409;
    if (!isPassing) return this.#set({ status: 'refused', error });
    if (status === 0 || status >= 500) this.#unanswered = values;
    const delay = RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? 0;
    this.#failures += 1;
    this.#startTimer(delay);
    this.#set({ status: status === 0 ? 'offline' : 'retrying', error });
  }
}
