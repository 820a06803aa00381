import { AwsClient } from 'aws4fetch';
import type { Env } from '../env.ts';
import { type PictureFile, SLOT_LIFETIME_MS } from './picture-files.ts';
import type { Storage } from './storage.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const TIMEOUT_MS = 30_000;

type S3Settings = Extract<Env['storage'], { kind: 's3' }>;

/** Browsers send their bytes here, where the public can't read them. See docs/storage.md. */
const INCOMING = 'incoming/';

/**
 * Pictures in a bucket of an S3-compatible store, with path-style addresses
 * (`{endpoint}/{bucket}/{name}`), which every store supports. The browser sends the bytes to
 * `incoming/{name}` with a presigned PUT whose signature covers type and length. Only the server
 * writes `{name}`, because a presigned PUT can be repeated and must not replace a checked picture.
 * The bucket needs a CORS rule, a policy and a lifecycle rule: see docs/storage.md. Methods throw
 * an Error with the store's status.
 */
export function createS3Storage(settings: S3Settings): Storage {
  const client = new AwsClient({
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    service: 's3',
    region: settings.region,
    retries: 2,
  });
  const bucket = `${settings.endpoint.replace(/\/+$/, '')}/${settings.bucket}`;
  const address = (name: string) => `${bucket}/${encodeURIComponent(name)}`;
  const incoming = (name: string) => `${bucket}/${INCOMING}${encodeURIComponent(name)}`;

  async function call(what: string, url: string, init: RequestInit): Promise<Response> {
    const response = await client.fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok || response.status === 404) return response;
    await response.body?.cancel();
    throw new Error(`The S3 store answered ${response.status} when asked to ${what}`);
  }

  async function put(file: PictureFile): Promise<void> {
    const response = await call(`write ${file.name}`, address(file.name), {
      method: 'PUT',
      headers: { 'Content-Type': file.type, 'Cache-Control': IMMUTABLE },
      body: new Uint8Array(file.bytes),
    });
    if (!response.ok) throw new Error(`The S3 store has no bucket "${settings.bucket}"`);
  }

  async function remove(names: string[]): Promise<void> {
    for (const name of names) await call(`remove ${name}`, address(name), { method: 'DELETE' });
  }

  return {
    throughServer: false,
    async target({ name, type, size }) {
      const url = new URL(incoming(name));
      url.searchParams.set('X-Amz-Expires', String(SLOT_LIFETIME_MS / 1000));
      // `allHeaders` includes type and length in the signature.
      const signed = await client.sign(url, {
        method: 'PUT',
        headers: { 'Content-Type': type, 'Content-Length': String(size) },
        aws: { signQuery: true, allHeaders: true },
      });
      // Browsers set Content-Length themselves, and don't let pages set it.
      return { method: 'PUT', url: signed.url, headers: { 'Content-Type': type } };
    },
    async open(name) {
      const response = await call(`read ${INCOMING}${name}`, incoming(name), { method: 'GET' });
      if (response.ok && response.body !== null) return response.body;
      await response.body?.cancel();
      return undefined;
    },
    async discard(name) {
      await call(`remove ${INCOMING}${name}`, incoming(name), { method: 'DELETE' }).catch(
        () => undefined,
      );
    },
    async save(files) {
      try {
        for (const file of files) await put(file);
      } catch (error) {
        await remove(files.map((file) => file.name)).catch(() => undefined);
        throw error;
      }
    },
    remove,
    async *namesBefore() {
      // Never lists the bucket, which may contain other files.
    },
  };
}
