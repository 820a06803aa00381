import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { LostLeaseError } from '../../db/queries/leases.ts';
import type { SiteTargetStatus } from '../contract/publish.ts';
import type { Env } from '../env.ts';
import { errorMessage } from '../errors.ts';
import { isFile } from '../static/entry.ts';
import { Bucket } from './bucket.ts';
import { cursorFor, openManifest } from './cursor.ts';
import { acquireBucketLease, type HeldBucketLease } from './lease.ts';
import { type Manifest, StaleTokenError } from './manifest.ts';
import { PurgeQueue } from './purge/purge-queue.ts';
import { createPurger } from './purge/purger.ts';
import type { SiteTargetSettings } from './settings.ts';
import { type SyncTarget, syncAddresses, syncSite } from './sync.ts';

/** A publish announces several files within this time. */
const MERGE_MS = 200;
const LEASE_EVERY_MS = 5_000;
/** Delay after the first, second, … failure. */
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 30_000];

interface SiteTargetOptions {
  settings: SiteTargetSettings;
  siteUrl: string;
  log: Logger;
  database: Database;
  /** Returns the folder of the published site, which changes with each release. */
  root(): string;
  dataDir: string;
  nodeId: string;
}

/** Everything may have changed. */
const ALL = null;

/** Returns `undefined` if this node doesn't copy the site to a bucket. */
export function createSiteTarget(
  options: Omit<SiteTargetOptions, 'settings' | 'siteUrl' | 'dataDir'> & { env: Env },
): SiteTarget | undefined {
  const { siteTarget: settings, role, siteUrl, dataDir } = options.env;
  if (settings === undefined || role === 'web') return undefined;
  return new SiteTarget({ ...options, settings, siteUrl, dataDir });
}

/** Keeps the copy of the site in the bucket up to date while this node holds the lease. */
export class SiteTarget {
  readonly #options: SiteTargetOptions;
  readonly #bucket: Bucket;
  readonly #purges: PurgeQueue | undefined;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;
  #pending: Set<string> | typeof ALL = ALL;
  #wake: () => void = () => {};
  #lease: HeldBucketLease | undefined;
  #manifest: Manifest | undefined;
  #error: string | null = null;
  #remaining = 0;
  /** Counts the calls of `changed`. */
  #version = 0;
  #waiters: { version: number; resolve(isCopied: boolean): void }[] = [];
  #syncedAt: string | null = null;

  constructor(options: SiteTargetOptions) {
    const { settings, siteUrl, log } = options;
    this.#options = options;
    this.#bucket = new Bucket(settings);
    if (settings.purge) {
      this.#purges = new PurgeQueue({
        purger: createPurger(settings.purge, siteUrl),
        siteUrl,
        log,
      });
    }
    this.#ended = this.#run();
  }

  /** Call with the addresses of changed files, or `null` if all may have changed. */
  changed(addresses: string[] | null): void {
    this.#version += 1;
    if (addresses === null) this.#pending = ALL;
    else for (const address of addresses) this.#pending?.add(address);
    this.#wake();
  }

  /**
   * Resolves when the bucket and its CDN have everything that changed before this call: false if it
   * couldn't be copied yet. On a node that doesn't copy the site, it resolves at once.
   */
  async copied(): Promise<boolean> {
    if (this.#lease === undefined) return true;
    const isCopied =
      this.#pending?.size === 0 && this.#remaining === 0
        ? true
        : await new Promise<boolean>((resolve) => {
            this.#waiters.push({ version: this.#version, resolve });
          });
    await this.#purges?.idle();
    return isCopied;
  }

  #tell(isCopied: boolean, from = 0, upTo = this.#version): void {
    const isTold = ({ version }: { version: number }) => version > from && version <= upTo;
    for (const { resolve } of this.#waiters.filter(isTold)) resolve(isCopied);
    this.#waiters = this.#waiters.filter((waiter) => !isTold(waiter));
  }

  status(): SiteTargetStatus {
    const isHere = this.#lease !== undefined;
    return {
      isHere,
      pending: isHere ? this.#remaining + (this.#pending?.size ?? 1) : 0,
      failed: this.#error,
      lastSyncedAt: this.#syncedAt,
    };
  }

  /** Finishes running uploads, and lets another node continue. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The server is stopping'));
    this.#wake();
    await this.#ended;
    this.#tell(false);
    await this.#lease?.release().catch(() => undefined);
    await this.#purges?.stop();
  }

  async #run(): Promise<void> {
    const { log } = this.#options;
    for (let failures = 0; !this.#stopping.signal.aborted; ) {
      try {
        await this.#step();
        failures = 0;
        this.#error = null;
      } catch (error) {
        if (this.#stopping.signal.aborted) return;
        this.#tell(false);
        if (error instanceof LostLeaseError || error instanceof StaleTokenError) {
          log.info({ reason: error.message }, 'another process uploads the site now');
          await this.#handOver();
          continue;
        }
        this.#error = errorMessage(error);
        log.warn({ err: this.#error }, 'the site could not be uploaded to the bucket yet');
        await this.#sleep(RETRY_MS[failures++] ?? 30_000);
      }
    }
  }

  /** Waits for work and does it. */
  async #step(): Promise<void> {
    const { database, nodeId } = this.#options;
    if (this.#lease === undefined) {
      this.#lease = await acquireBucketLease(database, nodeId);
      this.#pending = ALL;
      if (this.#lease === undefined) return this.#sleep(LEASE_EVERY_MS);
    }
    if (this.#pending?.size === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    await this.#sleep(MERGE_MS);
    if (this.#stopping.signal.aborted) return;
    await this.#copy(this.#lease);
  }

  async #copy(lease: HeldBucketLease): Promise<void> {
    const { database, log, root, dataDir } = this.#options;
    // Before the first release.
    if (!(await isFile(join(root(), 'index.html')))) return this.#sleep(RETRY_MS[0]);
    this.#manifest ??= await openManifest(this.#bucket, lease, database);
    const manifest = this.#manifest;
    this.#syncedAt = manifest.syncedAt;
    const seq = await cursorFor(manifest, { database, dataDir });
    // This node has to catch up first.
    if (seq === undefined) return this.#sleep(RETRY_MS[0]);
    const pending = this.#pending;
    const version = this.#version;
    this.#pending = new Set();
    this.#remaining = pending?.size ?? 1;
    const started = performance.now();
    const target: SyncTarget = {
      root: root(),
      bucket: this.#bucket,
      manifest,
      lease,
      signal: this.#stopping.signal,
      onChanged: (addresses) => this.#purges?.add(addresses),
    };
    const onProgress = (done: number, total: number) => {
      this.#remaining = total - done;
    };
    const whole = { ...target, onProgress, onChunk: () => this.#copyUrgent(target, version) };
    try {
      const synced = pending ? await syncAddresses(whole, [...pending]) : await syncSite(whole);
      manifest.complete(seq, new Date());
      await lease.check();
      await manifest.save();
      this.#syncedAt = manifest.syncedAt;
      this.#tell(true, 0, version);
      const ms = Math.round(performance.now() - started);
      log[pending ? 'debug' : 'info']({ ...synced, ms }, 'site copied');
    } catch (error) {
      this.#restore(pending);
      throw error;
    } finally {
      this.#remaining = 0;
    }
  }

  /** Copies urgent changes during a large copy, so they don't have to wait. */
  async #copyUrgent(target: SyncTarget, since: number): Promise<void> {
    const pending = this.#pending;
    const version = this.#version;
    if (!pending?.size) return;
    this.#pending = new Set();
    try {
      await syncAddresses(target, [...pending]);
      this.#tell(true, since, version);
    } catch (error) {
      this.#restore(pending);
      throw error;
    }
  }

  #restore(pending: Set<string> | typeof ALL): void {
    if (pending === ALL) this.#pending = ALL;
    else for (const address of pending) this.#pending?.add(address);
  }

  /** Another process has the lease. Compare everything when it's ours again. */
  async #handOver(): Promise<void> {
    const lease = this.#lease;
    this.#lease = undefined;
    this.#manifest = undefined;
    await lease?.release().catch(() => undefined);
    await this.#sleep(LEASE_EVERY_MS);
  }

  async #sleep(ms = 0): Promise<void> {
    await wait(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}
