import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { INDEX_FILE, INDEX_PATH } from '../contract/search.ts';
import { isFile } from '../static/entry.ts';
import type { Bucket } from './bucket.ts';
import {
  addressOf,
  listSite,
  objectHeaders,
  PHASES,
  phaseOf,
  type SiteFile,
  siteFilesOf,
} from './files.ts';
import type { Manifest } from './manifest.ts';

const CONCURRENCY = 8;
/** Objects between two saves of the manifest: a killed process uploads at most these again. */
const CHUNK = 100;

/** Proves that no other process copies the site. */
export interface BucketLease {
  token: number;
  /** Throws if another process has the lease. */
  check(): Promise<void>;
}

export interface SyncTarget {
  /** Folder of the published site. */
  root: string;
  bucket: Bucket;
  manifest: Manifest;
  lease: BucketLease;
  /** Called with the addresses whose objects changed. */
  onChanged?(addresses: string[]): void;
  /** Called with the number of files compared, and the total. */
  onProgress?(done: number, total: number): void;
  /** Called between two chunks of uploads: copies what can't wait until the end. */
  onChunk?(): Promise<void>;
  /** Aborts the work: the call throws. */
  signal?: AbortSignal;
}

export interface Synced {
  uploaded: number;
  deleted: number;
}

/**
 * Makes the bucket equal to the folder: objects on the manifest that aren't in the folder are
 * deleted. Throws if the store fails or the lease is lost; another call then continues.
 */
export async function syncSite(target: SyncTarget): Promise<Synced> {
  const files = await listSite(target.root);
  if (!files.some(({ file }) => file === 'index.html')) {
    throw new Error(`There is no published site in ${target.root}`);
  }
  const present = new Set(files.map(({ key }) => key));
  const removed = Array.from(target.manifest.keys()).filter((key) => !present.has(key));
  return await syncFiles(target, files, removed);
}

/**
 * The same for the files of some addresses, such as `/post/x`, and files that they may refer to.
 */
export async function syncAddresses(target: SyncTarget, addresses: string[]): Promise<Synced> {
  const { root, manifest } = target;
  const files = new Map<string, SiteFile>();
  const removed = new Set<string>();
  for (const address of addresses) {
    const [first, ...others] = siteFilesOf(address);
    if (first === undefined) continue;
    const { key } = first;
    const file = await firstExisting(root, [first, ...others]);
    if (file) files.set(key, file);
    else removed.add(key);
    if (file !== first) for (const picture of picturesOf(key, manifest)) removed.add(picture);
  }
  const isNew = ({ key }: SiteFile) => manifest.hashOf(key) === undefined;
  // While a new release is being rendered, pages already use its assets.
  for (const file of await listSite(root, '_assets')) if (isNew(file)) files.set(file.key, file);
  if (addresses.includes(`${INDEX_PATH}/${INDEX_FILE}`)) {
    const folder = INDEX_PATH.slice(1);
    const shards = await listSite(root, folder);
    // All files except the list of shards are written once.
    for (const file of shards) if (isNew(file)) files.set(file.key, file);
    const present = new Set(shards.map(({ key }) => key));
    for (const key of manifest.keys()) {
      if (key.startsWith(`${folder}/`) && !present.has(key)) removed.add(key);
    }
  }
  const known = new Set(manifest.keys());
  return await syncFiles(
    target,
    [...files.values()],
    Array.from(removed).filter((key) => known.has(key)),
  );
}

/** Returns the objects of a post's share pictures. Takes the object of its page. */
function picturesOf(key: string, manifest: Manifest): string[] {
  const slug = /^post\/(.+)/.exec(key)?.[1];
  if (slug === undefined) return [];
  const isOwn = (picture: string) =>
    picture.startsWith(`og/${slug}/`) || picture === `og/${slug}.jpg`;
  return Array.from(manifest.keys()).filter(isOwn);
}

async function firstExisting(root: string, files: SiteFile[]): Promise<SiteFile | undefined> {
  for (const file of files) if (await isFile(join(root, file.file))) return file;
  return undefined;
}

/**
 * Updates the copies of these files and deletes the objects in `removed`, in an order in which no
 * object refers to a missing one: pages of removed posts go first, all other removed objects last.
 */
async function syncFiles(
  target: SyncTarget,
  files: SiteFile[],
  removed: string[],
): Promise<Synced> {
  const isPost = (key: string) => phaseOf(key) === 'posts';
  const synced = { uploaded: 0, deleted: 0 };
  synced.deleted += await removeObjects(target, removed.filter(isPost));
  let done = 0;
  for (const phase of PHASES) {
    const ofPhase = files.filter(({ key }) => phaseOf(key) === phase);
    for (let from = 0; from < ofPhase.length; from += CHUNK) {
      const chunk = ofPhase.slice(from, from + CHUNK);
      synced.uploaded += await uploadChanged(target, chunk);
      done += chunk.length;
      target.onProgress?.(done, files.length);
      await target.onChunk?.();
    }
  }
  synced.deleted += await removeObjects(
    target,
    removed.filter((key) => !isPost(key)),
  );
  return synced;
}

async function uploadChanged(target: SyncTarget, files: SiteFile[]): Promise<number> {
  const { root, bucket, manifest, lease, onChanged } = target;
  const changed: SiteFile[] = [];
  target.signal?.throwIfAborted();
  await forEach(files, async (file) => {
    const read = await readSiteFile(root, file);
    if (read && manifest.hashOf(file.key) !== read.hash) changed.push(file);
  });
  if (changed.length === 0) return 0;
  manifest.expect(changed.map(({ key }) => key));
  await lease.check();
  await manifest.save();
  await forEach(changed, async (file) => {
    // Read again: it may be newer now.
    const read = await readSiteFile(root, file);
    // Deleted in the meantime. The next call deletes the object, which is on the list.
    if (read === undefined) return;
    target.signal?.throwIfAborted();
    await lease.check();
    await bucket.put(file.key, read.bytes, read.headers);
    manifest.set(file.key, read.hash);
  });
  onChanged?.(changed.map(({ key }) => addressOf(key)));
  return changed.length;
}

async function removeObjects(target: SyncTarget, keys: string[]): Promise<number> {
  const { bucket, manifest, lease, onChanged } = target;
  if (keys.length === 0) return 0;
  manifest.expect(keys);
  await lease.check();
  await manifest.save();
  await forEach(keys, async (key) => {
    await lease.check();
    await bucket.remove(key);
    manifest.delete(key);
  });
  onChanged?.(keys.map(addressOf));
  return keys.length;
}

/** The hash covers the headers too: a new version may send different ones. */
async function readSiteFile(root: string, file: SiteFile) {
  const bytes = await readFile(join(root, file.file)).catch((error: NodeJS.ErrnoException) => {
    if (['ENOENT', 'ENOTDIR'].includes(error.code ?? '')) return undefined;
    throw error;
  });
  if (bytes === undefined) return undefined;
  const headers = objectHeaders(file);
  const hash = createHash('sha256').update(JSON.stringify(headers)).update(bytes);
  return { bytes, headers, hash: hash.digest('base64url').slice(0, 22) };
}

/** Runs `work` for all items, a few at a time. Stops starting new ones after a failure. */
async function forEach<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  let hasFailed = false;
  const worker = async () => {
    for (const item of rest) {
      if (hasFailed) return;
      await work(item).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: CONCURRENCY }, worker));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
