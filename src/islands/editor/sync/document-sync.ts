import type { Document } from '../../../../api/contract/documents.ts';
import { codeOf, retryMsOf, statusOf } from '../../ui/request.ts';
import { failureStatus, findStored, fitsLastRequest, STUCK } from './rules.ts';
import { SaveTimer } from './save-timer.ts';
import type { Resumed, SyncOptions, SyncState } from './types.ts';
import { changedFields, isBlank, type Values, valuesOf } from './values.ts';

/** Saves a document on the server as it is typed, one call at a time. Knows nothing of React. */
export class DocumentSync {
  readonly #options: SyncOptions;
  #state: SyncState;
  #document: Document | null;
  #clientId: string;
  /** What the server has, as the form would send it. */
  #baseline: Values;
  /** What was sent last, without an answer. The server may have it. */
  unanswered: readonly Values[] = [];
  #mayExist: boolean;
  #changes = 0;
  #saved = 0;
  readonly #timer = new SaveTimer(() => void this.flush().catch(() => undefined));
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
    this.#timer.touch();
    // While a call runs or fails, its state says more.
    if (['blank', 'saved'].includes(this.#state.status)) this.#set({ status: 'waiting' });
  }

  /** Saves without waiting, such as when the browser is online again. */
  retry(): void {
    if (this.isDirty && !this.#isStuck) this.#timer.start(0);
  }

  /** Saves now. Throws if that fails. */
  flush(): Promise<void> {
    this.#timer.clear();
    return this.#enqueue(() => this.#save());
  }

  /**
   * Saves what is unsaved, then makes a call that returns a new state of the document. No autosave
   * runs in between. `replaces`: the call changes the content, so the form must show it.
   */
  act<T>(
    call: (document: Document) => Promise<T>,
    { of, replaces = false }: { of: (result: T) => Document; replaces?: boolean },
  ): Promise<T> {
    this.#timer.clear();
    return this.#enqueue(async () => {
      await this.#save();
      if (!this.#document) throw new Error('There is nothing to save yet.');
      const result = await this.#attempt(call, this.#document);
      if (replaces) this.#replace(of(result));
      else this.accept(of(result));
      return result;
    });
  }

  /**
   * The form shows a copy from an earlier page. `revision` is the one that the copy started from,
   * or null if it's unknown, but older than the document's.
   */
  resume({ revision, clientId, unanswered = [] }: Resumed): void {
    this.unanswered = unanswered;
    if (this.#document && revision === null) {
      this.#set({ status: 'conflict', theirs: this.#document });
    } else if (this.#document && revision !== undefined && revision !== null) {
      this.#document = { ...this.#document, revision };
    } else if (clientId !== undefined) {
      this.#clientId = clientId;
      this.#mayExist = true;
    }
    this.touch();
  }

  reset(clientId: string): void {
    this.#timer.clear();
    this.#forget(clientId);
    this.#saved = this.#changes;
    this.#set({ status: 'blank' });
  }

  /** Saves now, and returns the saved document. Throws if that fails. */
  async saved(): Promise<Document> {
    await this.flush();
    if (!this.#document) throw new Error('There is nothing to save yet.');
    return this.#document;
  }

  /** Another call changed the state of the document, but nothing that the form shows. */
  accept(document: Document): void {
    this.#document = document;
    this.#set({ status: this.isDirty ? 'waiting' : 'saved' });
  }

  /** Continues with this version, and forgets what the form has. */
  take(theirs: Document): void {
    this.#replace(theirs);
  }

  async overwrite(theirs: Document): Promise<void> {
    this.#document = theirs;
    this.#baseline = valuesOf(theirs);
    await this.#saveAgain();
  }

  /** The document is gone: saves what the form has as a new one. */
  async saveAsNew(clientId: string): Promise<void> {
    this.#forget(clientId);
    await this.#saveAgain();
  }

  end(): void {
    if (!this.isDirty || this.#isStuck) return;
    const { server, values } = this.#options;
    const now = values();
    if (!this.#document && isBlank(now)) return;
    const { revision } = this.#document ?? {};
    const body =
      revision === undefined
        ? { ...now, ...this.#identity }
        : { ...changedFields(this.#baseline, now), revision };
    if (!fitsLastRequest(body)) return;
    this.unanswered = [...this.unanswered, now];
    this.#mayExist = true;
    server.saveAtEnd(this.#document?._id ?? null, body);
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer.stop();
  }

  #forget(clientId: string): void {
    this.#document = null;
    this.#clientId = clientId;
    this.#mayExist = false;
    this.#baseline = {};
    this.unanswered = [];
  }

  get #identity() {
    return { kind: this.#options.kind, clientId: this.#clientId };
  }

  get #isStuck(): boolean {
    return STUCK.includes(this.#state.status);
  }

  #set(next: Omit<SyncState, 'document'>): void {
    if (next.status !== 'waiting') this.#timer.settle();
    this.#state = { ...next, document: this.#document };
    if (!this.#isStopped) this.#options.onState(this.#state);
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#queue.then(work);
    this.#queue = run.catch(() => undefined);
    return run;
  }

  async #saveAgain(): Promise<void> {
    this.unanswered = [];
    this.#changes += 1;
    this.#set({ status: 'waiting' });
    await this.flush();
  }

  #replace(document: Document): void {
    this.#timer.clear();
    this.#document = document;
    this.#baseline = valuesOf(document);
    this.unanswered = [];
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
      this.unanswered = [...this.unanswered, values].slice(-2);
      this.#set({ status: 'saving' });
      await this.#send(values, changed);
      changed = changedFields(this.#baseline, values);
    }
    this.#saved = count;
    this.#timer.succeed();
    if (this.#changes !== count) {
      this.#timer.touch();
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
        this.#document = await server.create({ ...values, ...this.#identity });
        // An earlier call may have made it, with other content.
        this.#baseline = isRepeated ? valuesOf(this.#document) : values;
      }
      this.unanswered = [];
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
    const stored = await findStored(theirs, [...this.unanswered, values], this.#options.server);
    if (!stored) {
      this.#set({ status: 'conflict', theirs });
      return false;
    }
    this.#document = theirs;
    this.#baseline = stored;
    this.unanswered = [];
    return true;
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
    if (this.#isStuck && status !== 404) return;
    const next = this.#document && status === 404 ? 'gone' : failureStatus(status, codeOf(error));
    const isAnswered = status > 0 && status < 500;
    if (isAnswered) this.unanswered = this.unanswered.filter((sent) => sent !== values);
    if (next === 'offline' || next === 'retrying') this.#timer.retry(retryMsOf(error));
    this.#set({ status: next, error });
  }
}
