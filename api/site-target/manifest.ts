import { z } from 'zod';
import { type Bucket, ChangedObjectError } from './bucket.ts';

const FOLDER = '.inkwell';
export const MANIFEST_KEY = `${FOLDER}/manifest.json`;
/**
 * With more changes, the base is rewritten. Limits the size of each save (about 60 bytes per
 * change).
 */
const MAX_CHANGES = 2_000;
/** Hash of an object while it's being written or deleted. */
const UNKNOWN = '';
const JSON_HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };

const hashes = z.record(z.string(), z.string());
const headSchema = z.object({
  format: z.literal(1),
  /** The feed of the database that issued the token. */
  feed: z.string(),
  /** The lease token of the last process that wrote the manifest. */
  token: z.number(),
  /** The last change in the feed when the copy was last complete; `null` before the first time. */
  seq: z.number().nullable(),
  /** Time of the last complete copy. */
  syncedAt: z.string().nullable(),
  /** The object with the hashes of most objects. */
  base: z.string().nullable(),
  /** Changes since then: the hash of an object, or `null` for a deleted one. */
  changed: z.record(z.string(), z.string().nullable()),
});

type Head = z.output<typeof headSchema>;

/** Another process is uploading the site. Nothing was written. */
export class StaleTokenError extends Error {
  override name = 'StaleTokenError';
}

/**
 * The list of our objects in the bucket, with their hashes, in the bucket itself:
 * `.inkwell/manifest.json` and its base. An object is listed before it's uploaded, so none is
 * forgotten if the process is killed.
 */
export class Manifest {
  readonly #bucket: Bucket;
  readonly #owner: { feed: string; token: number };
  readonly #hashes = new Map<string, string>();
  #head: Head;
  #etag: string | null = null;
  /** Stores without conditional writes answer 501. */
  #isConditional = true;

  private constructor(bucket: Bucket, owner: { feed: string; token: number }) {
    this.#bucket = bucket;
    this.#owner = owner;
    const nothing = { seq: null, syncedAt: null, base: null, changed: {} };
    this.#head = { format: 1, ...owner, ...nothing };
  }

  /**
   * Reads the manifest and writes it with this token, so earlier holders stop. Throws a
   * StaleTokenError if the manifest has a newer token. `replace` accepts newer tokens.
   */
  static async open(
    bucket: Bucket,
    owner: { feed: string; token: number },
    { replace = false } = {},
  ): Promise<Manifest> {
    const manifest = new Manifest(bucket, owner);
    const head = await manifest.#readHead({ replace });
    if (head !== undefined) await manifest.#load(head);
    await manifest.save({ replace });
    return manifest;
  }

  /** The last change when the copy was complete, or `null` if the feed is another database's. */
  get seq(): number | null {
    return this.#head.seq;
  }

  get syncedAt(): string | null {
    return this.#head.syncedAt;
  }

  keys(): Iterable<string> {
    return this.#hashes.keys();
  }

  /** Returns the hash of an object that the bucket certainly has. */
  hashOf(key: string): string | undefined {
    return this.#hashes.get(key) || undefined;
  }

  /** Call it, and save, before objects are written or deleted. */
  expect(keys: Iterable<string>): void {
    for (const key of keys) this.set(key, UNKNOWN);
  }

  set(key: string, hash: string): void {
    this.#hashes.set(key, hash);
    this.#head.changed[key] = hash;
  }

  delete(key: string): void {
    this.#hashes.delete(key);
    // Without a base, no entry means the same, and keeps no names of removed posts.
    if (this.#head.base === null) delete this.#head.changed[key];
    else this.#head.changed[key] = null;
  }

  /**
   * Records that the bucket equals the folder. `seq` is the last change before the folder was read.
   */
  complete(seq: number | null, now: Date): void {
    this.#head.seq = seq;
    this.#head.syncedAt = now.toISOString();
  }

  /** Writes the manifest. Throws a StaleTokenError if a newer holder has written it. */
  async save(options: { replace?: boolean } = {}): Promise<void> {
    const obsolete = await this.#foldChanges();
    try {
      await this.#writeHead(options);
    } catch (error) {
      if (!(error instanceof ChangedObjectError)) throw error;
      // Our own write, if its response was lost, or another holder's. Reading compares the tokens.
      await this.#readHead(options);
      await this.#writeHead(options);
    }
    if (obsolete !== null) await this.#bucket.remove(obsolete);
  }

  /** Compares tokens too: not every store has conditional writes. */
  async #writeHead(options: { replace?: boolean }): Promise<void> {
    const before = this.#etag;
    await this.#readHead(options);
    if (this.#etag !== before) throw new ChangedObjectError('The manifest changed');
    const body = new TextEncoder().encode(JSON.stringify(this.#head));
    const headers: Record<string, string> = { ...JSON_HEADERS };
    if (this.#isConditional && before === null) headers['If-None-Match'] = '*';
    if (this.#isConditional && before !== null) headers['If-Match'] = before;
    try {
      this.#etag = await this.#bucket.put(MANIFEST_KEY, body, headers);
    } catch (error) {
      if (!this.#isConditional || !/answered 501/.test((error as Error).message)) throw error;
      this.#isConditional = false;
      await this.#writeHead(options);
    }
  }

  /** Returns the stored head, and remembers its ETag. Throws a StaleTokenError if it's newer. */
  async #readHead({ replace = false }): Promise<Head | undefined> {
    const stored = await this.#bucket.get(MANIFEST_KEY);
    this.#etag = stored?.etag ?? null;
    if (stored === undefined) return undefined;
    const head = parse(headSchema, stored.text);
    // Tokens of another database can't be compared.
    if (!replace && head.feed === this.#owner.feed && head.token > this.#owner.token) {
      throw new StaleTokenError(
        `Another process uploads the site now (token ${head.token}; ours is ${this.#owner.token})`,
      );
    }
    return head;
  }

  async #load(head: Head): Promise<void> {
    const base = head.base === null ? undefined : await this.#bucket.get(head.base);
    if (head.base !== null && base === undefined) {
      throw new Error(`${MANIFEST_KEY} names ${head.base}, which isn't in the bucket`);
    }
    const stored = base === undefined ? {} : parse(hashes, base.text);
    for (const [key, hash] of Object.entries(stored)) this.#hashes.set(key, hash);
    for (const [key, hash] of Object.entries(head.changed)) {
      if (hash === null) this.#hashes.delete(key);
      else this.#hashes.set(key, hash);
    }
    const seq = head.feed === this.#owner.feed ? head.seq : null;
    this.#head = { ...head, ...this.#owner, seq };
  }

  /** Writes a new base if there are many changes. Returns the obsolete object. */
  async #foldChanges(): Promise<string | null> {
    if (Object.keys(this.#head.changed).length <= MAX_CHANGES) return null;
    // A unique name: a stale holder can't replace it.
    const base = `${FOLDER}/objects-${this.#owner.token}-${Date.now().toString(36)}.json`;
    const body = new TextEncoder().encode(JSON.stringify(Object.fromEntries(this.#hashes)));
    await this.#bucket.put(base, body, JSON_HEADERS);
    const obsolete = this.#head.base;
    this.#head = { ...this.#head, base, changed: {} };
    return obsolete;
  }
}

function parse<T extends z.ZodType>(schema: T, text: string): z.output<T> {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(`${MANIFEST_KEY} in the bucket can't be read. Delete it to start over.`, {
      cause: error,
    });
  }
}
