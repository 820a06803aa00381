import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as startTimer } from 'node:timers';
import type { Logger } from 'pino';
import { z } from 'zod';
import { errorMessage } from '../errors.ts';
import { atomicWrite } from '../files/atomic-write.ts';
import type { WaitingPage } from './comment-pages.ts';
import type { Position } from './feed-reader.ts';
import type { LivePublish } from './live-publishes.ts';
import type { PendingChange } from './pending.ts';
import type { StoryPass } from './story-refresh.ts';

const number = z.number();

const changeSchema = z.object({
  seq: number,
  postId: z.string(),
  slug: z.string(),
  at: number,
  isBulk: z.boolean(),
  action: z.enum(['publish', 'remove']),
  attempts: number,
  retryAt: number,
  error: z.string().nullable(),
}) satisfies z.ZodType<PendingChange>;

const publishSchema = z.object({
  postId: z.string(),
  slug: z.string(),
  queuedAt: number,
  liveAt: number,
  renderMs: number,
}) satisfies z.ZodType<LivePublish>;

const passSchema = z.object({
  done: number,
  target: number.nullable(),
  cursor: number,
}) satisfies z.ZodType<StoryPass>;

/** Increment it when the format changes. Files of another version aren't read. */
const VERSION = 1;

const stateSchema = z.object({
  version: z.literal(VERSION),
  feed: z.string(),
  cursor: z.int().nonnegative(),
  backlog: z.array(z.object({ after: z.int(), upTo: z.int(), singlesUpTo: z.int() })),
  failures: z.array(changeSchema),
  deferred: z.array(z.string()),
  // Earlier versions had none.
  comments: z.array(z.object({ path: z.string(), postId: z.string().optional() })).catch([]),
  live: z.array(publishSchema),
  // Earlier versions had two passes.
  stories: passSchema.nullable().catch(null),
});

/** The published state of a node. The file is written after the pages that it lists. */
export interface NodeState extends Position {
  /** Posts that couldn't be published. */
  failures: PendingChange[];
  /** Paths of outdated pages. */
  deferred: string[];
  /** Pages with outdated comments. */
  comments: WaitingPage[];
  /** The latest publishes, newest first. */
  live: LivePublish[];
  /** Progress of "Recent Stories". */
  stories: StoryPass | null;
}

const FILE = 'published.json';
/** Time between writes: a killed node repeats at most the publishes of this time. */
const WRITE_EVERY_MS = 500;
const RETRY_MS = 5_000;

/** Keeps the state of this node in its data folder. */
export class NodeStateFile {
  readonly #path: string;
  readonly #log: Logger;
  readonly #collect: () => NodeState;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  /** During the first release, there's no state to resume from yet. */
  #isHeld = true;
  #isChanged = false;

  constructor({ dataDir, log }: { dataDir: string; log: Logger }, collect: () => NodeState) {
    this.#path = join(dataDir, FILE);
    this.#log = log;
    this.#collect = collect;
  }

  /**
   * Returns the state of the last process, or `undefined` if there is none or it can't be read:
   * everything must be rendered, and the log says why.
   */
  async load(): Promise<NodeState | undefined> {
    try {
      return stateSchema.parse(JSON.parse(await readFile(this.#path, 'utf8')));
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      const reason = isMissing ? 'There is no such file.' : errorMessage(error);
      const message = 'no state of publishing: rendering everything';
      this.#log[isMissing ? 'info' : 'warn']({ file: FILE, reason }, message);
      return undefined;
    }
  }

  /** Allows writes, and writes the state now. Throws the file system's error. */
  async begin(): Promise<void> {
    this.#isHeld = false;
    await this.#write();
  }

  /**
   * Stops writes until `begin`: until the next release is live, the file describes the last one.
   */
  hold(): void {
    this.#isHeld = true;
  }

  /** Writes the state soon. */
  changed(): void {
    this.#isChanged = true;
    if (!this.#isHeld) this.#schedule(WRITE_EVERY_MS);
  }

  /** Writes the last changes. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
    if (this.#isChanged && !this.#isHeld) await this.#write().catch((error) => this.#report(error));
  }

  #schedule(delayMs: number): void {
    this.#timer ??= startTimer(() => {
      this.#timer = undefined;
      this.#writing = this.#write().catch((error) => {
        this.#report(error);
        this.#isChanged = true;
        this.#schedule(RETRY_MS);
      });
    }, delayMs).unref();
  }

  async #write(): Promise<void> {
    this.#isChanged = false;
    await atomicWrite(
      this.#path,
      Buffer.from(JSON.stringify({ version: VERSION, ...this.#collect() })),
    );
  }

  #report(error: unknown): void {
    this.#log.error({ err: errorMessage(error) }, 'the publishing state could not be saved');
  }
}
