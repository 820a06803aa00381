import type { Env } from '../env.ts';
import { createLocalStorage } from './local.ts';
import { type Storage, UPLOAD_NAME } from './picture-files.ts';
import { S3Storage } from './s3.ts';

export function createStorage(env: Pick<Env, 'dataDir' | 'storage'>): Storage {
  return env.storage.kind === 's3' ? new S3Storage(env.storage) : createLocalStorage(env);
}

const LOCAL_BASE = '/uploads/';

function baseUrl(storage: Env['storage']): string {
  return storage.kind === 's3' ? `${storage.publicUrl}/` : LOCAL_BASE;
}

/** Returns the URL of a file: an absolute path (local) or a complete URL (S3). */
export function urlOf(name: string, storage: Env['storage']): string {
  return baseUrl(storage) + name;
}

/**
 * Returns the file name in a picture's URL, or `undefined` if the URL isn't in our storage. Only a
 * file name may follow the base: `/../` would lead to a neighbor's bucket in the same store.
 */
export function nameOf(url: string, storage: Env['storage']): string | undefined {
  const base = baseUrl(storage);
  const name = url.startsWith(base) ? url.slice(base.length) : '';
  return UPLOAD_NAME.test(name) ? name : undefined;
}

/**
 * Returns the stored form of an outside URL (`https://our.site/uploads/…` becomes `/uploads/…`),
 * or `undefined` if a browser wouldn't load it from our storage. There may be no such file.
 */
export function storedUrl(
  url: string,
  { siteUrl, storage }: Pick<Env, 'siteUrl' | 'storage'>,
): string | undefined {
  if (url.toLowerCase().startsWith(LOCAL_BASE)) return url;
  const parsed = URL.parse(url);
  if (parsed === null) return undefined;
  if (parsed.origin === siteUrl && parsed.pathname.startsWith(LOCAL_BASE)) {
    return parsed.pathname + parsed.search + parsed.hash;
  }
  if (storage.kind !== 's3') return undefined;
  const base = new URL(baseUrl(storage)).href;
  return parsed.href.startsWith(base) ? urlOf(parsed.href.slice(base.length), storage) : undefined;
}
