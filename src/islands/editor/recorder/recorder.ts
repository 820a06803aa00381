import type { Delta, Op } from 'quill/core.js';
import { onSignOut } from '../../../lib/tab-storage.ts';
import {
  addSteps,
  clearRecordings,
  halve,
  makeRoom,
  type Reel,
  type Step,
} from '../../../stores/recordings.ts';
import { $user } from '../../../stores/session.ts';
import { whenIdle } from '../../ui/when-idle.ts';
import type { Editor } from '../quill/create.ts';
import { newClientId } from '../sync/server.ts';
import { patchOf } from './steps.ts';

const PAUSE_MS = 2_000;
/** Writing without a pause is recorded after this time. */
const MAX_WAIT_MS = 10_000;
/**
 * The text before a change of at least this many characters, such as a paste, is recorded as a
 * step.
 */
const LARGE_CHANGE = 10;
const MAX_REEL_STEPS = 100;
const MAX_REEL_MS = 3_600_000;
/** The size of a step without its text, in bytes. */
const STEP_BYTES = 200;
/** After larger steps, old recordings may have to be deleted. */
const LARGE_STEP_BYTES = 100_000;
/** The maximum size of a reel's changes, in bytes. */
const MAX_CHANGES_BYTES = 1_000_000;

/** A change of the text, and the contents before it. */
export interface Change {
  change: Delta;
  before: Delta;
}

interface Options {
  editor: Editor;
  owner: string;
  /** The id of the draft. It may change while it's recorded. */
  draft(): string;
  title(): string;
  /** The changes while this code was loading. */
  missed: readonly Change[];
}

interface Content {
  title: string;
  html: string;
}

const NOTHING: Content = { title: '', html: '' };

interface State extends Content {
  at: number;
}

/**
 * Records a draft in this browser while it's written. It works without the server, and never
 * throws. Knows nothing of React.
 */
export class Recorder {
  readonly #options: Options;
  #reel: Reel | null = null;
  #steps = 0;
  /** The last state that is stored. */
  #last = NOTHING;
  /** Texts that were there before large changes, and aren't stored yet. */
  #earlier: { at: number; title: string; contents: Delta }[] = [];
  /** The text before the deletion in progress, until it's large. */
  #deletion: { contents: Delta; characters: number } | null = null;
  #waiting: State[] = [];
  #writing: Promise<void> | null = null;
  #changedSince: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;
  #isStored = true;
  #hasChanged = false;
  #mayHalve = true;
  readonly #cleanup: () => void;

  constructor(options: Options) {
    this.#options = options;
    const { quill } = options.editor;
    const onChange = (change: Delta, before: Delta) => this.#onChange(change.ops, before);
    const onHidden = () => this.#take();
    const signedOut = onSignOut(() => void this.#clear());
    quill.on('text-change', onChange);
    document.addEventListener('visibilitychange', onHidden);
    window.addEventListener('pagehide', onHidden);
    this.#cleanup = () => {
      signedOut();
      quill.off('text-change', onChange);
      document.removeEventListener('visibilitychange', onHidden);
      window.removeEventListener('pagehide', onHidden);
    };
    makeRoom(Date.now()).catch(() => undefined);
    for (const { change, before } of options.missed) onChange(change, before);
  }

  /** Something changed: records it soon. */
  touch(): void {
    // Unlike `Date.now()`, this never goes back.
    const now = performance.now();
    this.#changedSince ??= now;
    const wait = Math.min(PAUSE_MS, this.#changedSince + MAX_WAIT_MS - now);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => whenIdle(() => this.#take()), Math.max(0, wait));
  }

  /** Records what isn't recorded yet. Returns whether the browser stores all of it. */
  async flush(): Promise<boolean> {
    this.#take();
    await this.#writing;
    return this.#isStored;
  }

  /** Records what isn't recorded yet, and ends. */
  stop(): void {
    this.#take();
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#cleanup();
  }

  #onChange(change: readonly Op[], before: Delta): void {
    let [inserted, deleted] = [0, 0];
    for (const op of change) {
      if (op.delete) deleted += op.delete;
      else if (op.insert) inserted += typeof op.insert === 'string' ? op.insert.length : 1;
    }
    if (deleted === 0) this.#deletion = null;
    else {
      this.#deletion ??= { contents: before, characters: 0 };
      const { characters } = this.#deletion;
      this.#deletion.characters += deleted;
      // Once for a deletion, however long the key is held.
      const isLarge = characters < LARGE_CHANGE && characters + deleted >= LARGE_CHANGE;
      if (isLarge) this.#keep(this.#deletion.contents);
    }
    // Keeps the text that was opened. A new post has none.
    const isFirst = !this.#hasChanged && before.length() > 1;
    this.#hasChanged = true;
    if (inserted >= LARGE_CHANGE || isFirst) this.#keep(before);
    this.touch();
  }

  /** Only keeps the contents: writing HTML takes time. */
  #keep(contents: Delta): void {
    this.#earlier.push({ at: Date.now(), title: this.#options.title(), contents });
  }

  #take(): void {
    if (this.#isStopped || this.#changedSince === null) return;
    clearTimeout(this.#timer);
    this.#changedSince = null;
    this.#deletion = null;
    const { editor, title } = this.#options;
    const earlier = this.#earlier
      .splice(0)
      .map(({ contents, ...state }) => ({ ...state, html: editor.htmlOf(contents.ops) }));
    this.#waiting.push(...earlier, { at: Date.now(), title: title(), html: editor.html() });
    this.#writing ??= this.#write();
  }

  /** One write after the other: each step is a change of the one before. */
  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const states = this.#waiting.splice(0);
      try {
        await this.#store(states);
        this.#isStored = true;
        this.#mayHalve = true;
      } catch (error) {
        this.#isStored = await this.#storeAgain(states, error);
      }
    }
    this.#writing = null;
  }

  async #storeAgain(states: readonly State[], error: unknown): Promise<boolean> {
    // The next step can't build on one that isn't stored.
    this.#reel = null;
    if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') return false;
    // If halving didn't help, doing it again would only delete more.
    if (!this.#mayHalve) return false;
    this.#mayHalve = false;
    try {
      await halve(Date.now());
      await this.#store(states);
      return true;
    } catch {
      return false;
    }
  }

  /** In one transaction: the page may be about to close. */
  async #store(states: readonly State[]): Promise<void> {
    const { owner, draft } = this.#options;
    const first = states[0];
    if (!first) return;
    const user = $user.get();
    // After the session has expired, writing goes on.
    if (user && user._id !== owner) throw new Error('Another user is signed in.');
    const current = this.#reel;
    const isNew = current?.draft !== draft() || this.#isFull(current, first.at);
    const reel = isNew ? this.#newReel(first.at) : { ...current };
    let last = isNew ? NOTHING : this.#last;
    const steps: Step[] = [];
    for (const { at, title, html } of states) {
      if (isSame(last, { title, html })) continue;
      const patch = patchOf(last.html, html);
      steps.push({ number: (isNew ? 0 : this.#steps) + steps.length, at, title, patch });
      last = { title, html };
      reel.end = at;
      reel.title = title;
      // Browsers take one or two bytes for a character.
      reel.bytes += 2 * (patch.text.length + title.length) + STEP_BYTES;
    }
    if (steps.length === 0) return;
    const added = reel.bytes - (isNew ? 0 : (current?.bytes ?? 0));
    await addSteps(reel, steps);
    this.#reel = reel;
    this.#steps = (isNew ? 0 : this.#steps) + steps.length;
    this.#last = last;
    if (isNew || added > LARGE_STEP_BYTES) await makeRoom(first.at).catch(() => undefined);
  }

  #newReel(at: number): Reel {
    const { owner, draft } = this.#options;
    return { id: newClientId(), owner, draft: draft(), title: '', start: at, end: at, bytes: 0 };
  }

  #isFull({ start, bytes }: Reel, at: number): boolean {
    return (
      this.#steps >= MAX_REEL_STEPS ||
      at - start > MAX_REEL_MS ||
      bytes > 2 * this.#last.html.length + MAX_CHANGES_BYTES
    );
  }

  /** The user signed out in some tab: forgets everything, also what is being written now. */
  async #clear(): Promise<void> {
    this.#isStopped = true;
    this.#waiting = [];
    clearTimeout(this.#timer);
    await this.#writing;
    await clearRecordings(this.#options.owner);
  }
}

function isSame(one: Content, other: Content): boolean {
  return one.html === other.html && one.title === other.title;
}
