import { AwsClient } from 'aws4fetch';
import type { BucketSettings } from './settings.ts';

const TIMEOUT_MS = 20_000;
/**
 * The store refuses requests that arrive later than this after they were signed. A process that was
 * suspended may send one when it wakes up, after another process took the lease, and replace a
 * newer object. `check` of the lease (lease.ts) ensures that the lease lasts at least as long.
 */
export const REQUEST_VALID_MS = 15_000;
const RETRIES = 3;
const FIRST_RETRY_MS = 200;

const FORBIDDEN = "Are the access key and its rights right, and this machine's clock?";

/** The store refused a conditional request: another process changed the object. */
export class ChangedObjectError extends Error {
  override name = 'ChangedObjectError';
}

/** The bucket with the copy of the site. Methods throw an Error with the store's status. */
export class Bucket {
  readonly #settings: BucketSettings;
  readonly #client: AwsClient;

  constructor(settings: BucketSettings) {
    const { accessKeyId, secretAccessKey, region } = settings;
    this.#settings = settings;
    this.#client = new AwsClient({
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
      retries: RETRIES,
      initRetryMs: FIRST_RETRY_MS,
    });
  }

  /** Returns an object with its ETag, or `undefined` if there is none. */
  async get(key: string): Promise<{ text: string; etag: string | null } | undefined> {
    const response = await this.#fetch('GET', key);
    const text = await response.text();
    if (response.status === 404) {
      if (text.includes('NoSuchBucket')) throw this.#noBucket();
      return undefined;
    }
    return { text, etag: response.headers.get('ETag') };
  }

  /**
   * Stores an object and returns its ETag. Throws a ChangedObjectError if the conditions in
   * `headers` aren't met.
   */
  async put(key: string, body: Uint8Array<ArrayBuffer>, headers: Record<string, string>) {
    const response = await this.#fetch('PUT', key, { headers, body });
    await response.body?.cancel();
    if (response.status === 404) throw this.#noBucket();
    return response.headers.get('ETag');
  }

  /** Deletes an object, if it exists. */
  async remove(key: string): Promise<void> {
    const response = await this.#fetch('DELETE', key);
    await response.body?.cancel();
  }

  #noBucket(): Error {
    return new Error(`The S3 store has no bucket "${this.#settings.bucket}"`);
  }

  /** Returns successful responses and those with status 404. */
  async #fetch(method: string, key: string, init: RequestInit = {}): Promise<Response> {
    const { endpoint, bucket } = this.#settings;
    const path = key.split('/').map(encodeURIComponent).join('/');
    const url = `${endpoint.replace(/\/+$/, '')}/${bucket}/${path}`;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const signed = `${url}?X-Amz-Expires=${REQUEST_VALID_MS / 1000}`;
    const response = await this.#client
      .fetch(signed, { ...init, method, signal, aws: { signQuery: true } })
      .catch((error: Error) => {
        throw new Error(`The S3 store can't be reached: ${reasonOf(error)}`, { cause: error });
      });
    if (response.ok || response.status === 404) return response;
    await response.body?.cancel();
    const why = `The S3 store answered ${response.status} to ${method} ${url}`;
    if (response.status === 403) throw new Error(`${why}. ${FORBIDDEN}`);
    // 409: another conditional write of this object is running.
    if ([409, 412].includes(response.status)) throw new ChangedObjectError(why);
    throw new Error(why);
  }
}

/** The message of `fetch` is only "fetch failed"; its cause has the reason. */
function reasonOf({ message, cause }: Error): string {
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  return code ?? message;
}
