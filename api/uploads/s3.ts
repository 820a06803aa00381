import { AwsClient } from 'aws4fetch';
import type { Slot } from '../../db/queries/uploads.ts';
import type { UploadTarget } from '../contract/uploads.ts';
import type { Env } from '../env.ts';
import { type PictureFile, SLOT_LIFETIME_MS, type Storage } from './picture-files.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const TIMEOUT_MS = 30_000;

type S3Settings = Extract<Env['storage'], { kind: 's3' }>;

/** The store can't be reached or fails. Calls answer 503. */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError';
  readonly code = 'STORE_UNAVAILABLE';
}

/** Browsers upload here, where the public has no access. See docs/storage.md. */
const INCOMING = 'incoming/';

/**
 * Pictures in a bucket of an S3-compatible store, with path-style addresses
 * (`{endpoint}/{bucket}/{name}`), which every store supports. The browser uploads to
 * `incoming/{name}` with a presigned PUT whose signature covers type and length. Only the server
 * writes `{name}`, because a presigned PUT can be repeated and must not replace a checked picture.
 * The bucket needs a CORS rule, a policy and a lifecycle rule: see docs/storage.md. Methods throw
 * an Error with the store's status, or a StoreUnavailableError if the store is down.
 */
export class S3Storage implements Storage {
  readonly throughServer = false;
  readonly #settings: S3Settings;
  readonly #client: AwsClient;

  constructor(settings: S3Settings) {
    const { accessKeyId, secretAccessKey, region } = settings;
    this.#settings = settings;
    const keys = { accessKeyId, secretAccessKey };
    this.#client = new AwsClient({ ...keys, service: 's3', region, retries: 2 });
  }

  async target({ name, type, size }: Slot): Promise<Omit<UploadTarget, 'publicUrl'>> {
    const url = new URL(this.#urlOf(name, INCOMING));
    url.searchParams.set('X-Amz-Expires', String(SLOT_LIFETIME_MS / 1000));
    // `allHeaders` includes type and length in the signature.
    const signed = await this.#client.sign(url, {
      method: 'PUT',
      headers: { 'Content-Type': type, 'Content-Length': String(size) },
      aws: { signQuery: true, allHeaders: true },
    });
    // Browsers set Content-Length, and don't let pages set it.
    return { method: 'PUT', url: signed.url, headers: { 'Content-Type': type } };
  }

  async open(name: string): Promise<ReadableStream<Uint8Array> | undefined> {
    const response = await this.#fetch('GET', this.#urlOf(name, INCOMING));
    if (response.ok && response.body !== null) return response.body;
    await response.body?.cancel();
    return undefined;
  }

  async discard(name: string): Promise<void> {
    await this.#fetch('DELETE', this.#urlOf(name, INCOMING)).catch(() => undefined);
  }

  async save(files: PictureFile[]): Promise<void> {
    try {
      for (const file of files) await this.#put(file);
    } catch (error) {
      await this.remove(files.map((file) => file.name)).catch(() => undefined);
      throw error;
    }
  }

  async read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const response = await this.#fetch('GET', this.#urlOf(name));
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    await response.body?.cancel();
    return undefined;
  }

  async remove(names: string[]): Promise<void> {
    for (const name of names) await this.#fetch('DELETE', this.#urlOf(name));
  }

  async *namesBefore(): AsyncGenerator<string> {
    // Never lists the bucket, which may contain other files.
  }

  async #put({ name, type, bytes }: PictureFile): Promise<void> {
    const response = await this.#fetch('PUT', this.#urlOf(name), {
      headers: { 'Content-Type': type, 'Cache-Control': IMMUTABLE },
      body: new Uint8Array(bytes),
    });
    if (!response.ok) throw new Error(`The S3 store has no bucket "${this.#settings.bucket}"`);
  }

  #urlOf(name: string, folder = ''): string {
    const { endpoint, bucket } = this.#settings;
    return `${endpoint.replace(/\/+$/, '')}/${bucket}/${folder}${encodeURIComponent(name)}`;
  }

  #fetch(method: string, url: string, init: RequestInit = {}): Promise<Response> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return fetchFromStore(this.#client, url, { ...init, method, signal });
  }
}

/**
 * Returns successful responses of an S3 store and those with status 404. Throws a
 * StoreUnavailableError if the store is down, else an Error with its status.
 */
export async function fetchFromStore(
  client: AwsClient,
  url: string,
  init: RequestInit & { method: string },
): Promise<Response> {
  const { method } = init;
  const response = await client.fetch(url, init).catch((cause) => {
    throw new StoreUnavailableError(`The S3 store can't be reached: ${method} ${url}`, { cause });
  });
  if (response.ok || response.status === 404) return response;
  await response.body?.cancel();
  const why = `The S3 store answered ${response.status} to ${method} ${url}`;
  throw response.status >= 500 ? new StoreUnavailableError(why) : new Error(why);
}
