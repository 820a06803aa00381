import { AwsClient } from 'aws4fetch';
import type { Env } from '../env.ts';
import { UPLOAD_NAME } from './name.ts';
import { type PictureFile, type Storage, UPLOAD_LIFETIME_MS } from './storage.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const TIMEOUT_MS = 30_000;

type S3Settings = Extract<Env['storage'], { kind: 's3' }>;

/** What browsers send goes here, where nobody else may read it; see docs/storage.md. */
const INCOMING = 'incoming/';

/**
 * Pictures in a bucket of an S3-compatible store, addressed by path (`{endpoint}/{bucket}/{name}`), which
 * every such store understands. The browser sends its bytes straight to the store with a presigned PUT whose
 * signature covers type and length, under `incoming/{name}`. Only the server writes `{name}`: a presigned PUT
 * can be repeated, and must not reach a picture that was checked. The bucket needs a CORS rule, a policy and
 * a lifecycle rule; docs/storage.md has them.
 * Methods throw an Error with the store's status when it refuses or does not answer.
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
    publicUrl: (name) => `${settings.publicUrl}/${name}`,
    nameOf(publicUrl) {
      const prefix = `${settings.publicUrl}/`;
      const name = publicUrl.startsWith(prefix) ? publicUrl.slice(prefix.length) : '';
      return UPLOAD_NAME.test(name) ? name : undefined;
    },
    async target(upload) {
      const url = new URL(incoming(upload.name));
      url.searchParams.set('X-Amz-Expires', String(UPLOAD_LIFETIME_MS / 1000));
      // `allHeaders`: aws4fetch leaves type and length out of a signature unless told otherwise.
      const signed = await client.sign(url, {
        method: 'PUT',
        headers: { 'Content-Type': upload.type, 'Content-Length': String(upload.size) },
        aws: { signQuery: true, allHeaders: true },
      });
      // The browser sets Content-Length itself and would refuse to let a page set it.
      return { method: 'PUT', url: signed.url, headers: { 'Content-Type': upload.type } };
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
      // Objects are only ever found through rows: a bucket may hold what is not ours.
    },
  };
}
