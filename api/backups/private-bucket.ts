import { randomUUID } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { Env } from '../env.ts';
import { fetchFromStore } from '../uploads/s3.ts';
import { toBackup } from './store.ts';

/** Prefix of all keys here. Keys of pictures, which are public, start with a digit. */
const PREFIX = 'backups/';
/** Uploaded to find out whether backups would be public. */
const PROBE = 'probe.txt';
const TIMEOUT_MS = 30_000;
/** Enough for a large archive on a slow connection. */
const ARCHIVE_TIMEOUT_MS = 6 * 60 * 60_000;

export type S3Settings = Extract<Env['storage'], { kind: 's3' }>;

/**
 * The objects under `backups/` in the same bucket as the pictures, with path-style URLs. Methods
 * throw an Error with the store's status, or a StoreUnavailableError if the store is down.
 */
export class PrivateBucket {
  readonly #settings: S3Settings;
  readonly #client: AwsClient;
  /** URL of the bucket, without a final slash. */
  readonly #url: string;

  constructor(settings: S3Settings) {
    const { accessKeyId, secretAccessKey, region, endpoint, bucket } = settings;
    this.#settings = settings;
    const keys = { accessKeyId, secretAccessKey };
    this.#client = new AwsClient({ ...keys, service: 's3', region, retries: 2 });
    this.#url = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  }

  /** Returns a response with the object, or `undefined` if there is none. */
  async get(name: string): Promise<Response | undefined> {
    const response = await this.#fetch('GET', name);
    if (response.ok) return response;
    await response.body?.cancel();
    return undefined;
  }

  async put(name: string, body: Blob): Promise<void> {
    const headers = { 'Content-Type': 'application/octet-stream', 'Cache-Control': 'no-store' };
    const response = await this.#fetch('PUT', name, { headers, body });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The S3 store has no bucket "${this.#settings.bucket}"`);
  }

  async remove(name: string): Promise<void> {
    const response = await this.#fetch('DELETE', name);
    await response.body?.cancel();
  }

  /**
   * Throws an Error if anyone can read objects here, as in a public bucket behind a CDN that blocks
   * only `incoming/` (docs/storage.md).
   */
  async requirePrivate(): Promise<void> {
    const text = `Nobody should be able to read this. ${randomUUID()}`;
    await this.put(PROBE, new Blob([text]));
    for (const base of [this.#settings.publicUrl, this.#url]) {
      // The query avoids a cached response.
      const address = `${base}/${PREFIX}${PROBE}?${randomUUID()}`;
      const found = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
        (response) => response.text(),
        // The server itself may be unable to reach the public URL.
        () => '',
      );
      if (found !== text) continue;
      throw new Error(
        `Anyone can read ${base}/${PREFIX}, so no backup was stored there. Block public access to it (docs/storage.md), then try again.`,
      );
    }
  }

  #fetch(method: string, name: string, init: RequestInit = {}): Promise<Response> {
    const url = `${this.#url}/${PREFIX}${encodeURIComponent(name)}`;
    const isArchive = toBackup(name, 0) !== undefined;
    const signal = AbortSignal.timeout(isArchive ? ARCHIVE_TIMEOUT_MS : TIMEOUT_MS);
    return fetchFromStore(this.#client, url, { ...init, method, signal });
  }
}
