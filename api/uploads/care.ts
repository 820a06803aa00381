import { setImmediate as nextTurn } from 'node:timers/promises';
import { findPictures } from '../../db/queries/pictures.ts';
import {
  forgetRecentPicture,
  listPendingUploads,
  listPictures,
  listRecentPictures,
  takePendingUpload,
  textsWithPictures,
} from '../../db/queries/uploads.ts';
import type { Services } from '../services.ts';
import { namesIn } from './name.ts';
import type { PendingUpload } from './storage.ts';
import { createUploads } from './uploads.ts';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const SWEEP_EVERY_MS = 15 * MINUTE_MS;
/** A profile picture that isn't saved within this time was uploaded in vain. */
const UNADOPTED_AGE_MS = HOUR_MS;
/**
 * Pictures of posts live longer without a post: the drafts in a writer's browser refer to them, and the
 * server doesn't know these. A post that has been open in the editor for this long has been forgotten.
 */
const ORPHAN_AGE_MS = 7 * DAY_MS;

type CareServices = Pick<Services, 'env' | 'database' | 'now' | 'log'>;

/**
 * Keeps the store of pictures tidy: abandoned temporary files are removed now and every hour, unadopted
 * profile pictures and expired places every quarter of an hour, pictures that nothing shows every day (and
 * an hour after the start, for servers that restart every night). Returns what stops it; that resolves
 * when the work under way has ended.
 */
export function startUploadCare(services: CareServices): { stop(): Promise<void> } {
  const { temporary } = createUploads(services);
  let running: Promise<void> = Promise.resolve();
  const run = (work: () => Promise<unknown>) => {
    running = running.then(work).then(
      () => undefined,
      (err: unknown) => services.log.error({ err }, 'pictures could not be tidied'),
    );
  };
  const removeOld = () =>
    removeOrphans(services, new Date(services.now().getTime() - ORPHAN_AGE_MS));
  run(() => temporary.clean(true));
  const timers = [
    setInterval(() => run(() => removeUnadopted(services)), SWEEP_EVERY_MS),
    setInterval(() => run(() => temporary.clean(false)), HOUR_MS),
    setTimeout(() => run(removeOld), HOUR_MS),
    setInterval(() => run(removeOld), DAY_MS),
  ];
  for (const timer of timers) timer.unref();
  return {
    stop() {
      for (const timer of timers) clearInterval(timer);
      return running;
    },
  };
}

/**
 * Removes the profile pictures that their owners uploaded over an hour ago and don't show, and the places
 * that nobody can use any more. Looks only at what was uploaded lately, however large the site is.
 */
export async function removeUnadopted(services: CareServices): Promise<void> {
  const { database, now, log } = services;
  const { storage, removeUnlessShown } = createUploads(services);
  const before = new Date(now().getTime() - UNADOPTED_AGE_MS);
  const warn = (err: unknown) => log.warn({ err }, 'a picture could not be removed');

  for (const name of await listRecentPictures(database.read, before)) {
    const [picture] = await findPictures(database.read, [storage.publicUrl(name)]);
    try {
      if (picture?.kind === 'profile') await removeUnlessShown(picture, before);
    } catch (err) {
      warn(err);
      continue;
    }
    // A presigned URL may have been used again after its picture was finished.
    await storage.discard(name);
    await database.transaction((tx) => forgetRecentPicture(tx, name));
  }

  for (const { name, value } of await listPendingUploads(database.read)) {
    const { kind, expiresAt } = JSON.parse(value) as PendingUpload;
    // What the store has received can still be completed; see `adopt`.
    const lives = storage.throughServer ? 0 : kind === 'profile' ? HOUR_MS : ORPHAN_AGE_MS;
    if (expiresAt + lives > now().getTime()) continue;
    const taken = await database.transaction((tx) => takePendingUpload(tx, name));
    if (taken === undefined) continue;
    await storage.discard(name);
    // Earlier versions let browsers send to the public name.
    await storage.remove([name]).catch((err: unknown) => warn(err));
  }
}

/**
 * Removes the pictures, made before `olderThan`, that no post and no profile shows, and files of ours
 * without a row. Returns the names of the removed pictures.
 */
export async function removeOrphans(services: CareServices, olderThan: Date): Promise<string[]> {
  const { database, now } = services;
  const { storage, removeUnlessShown } = createUploads(services);
  const since = now();
  const used = await namesInUse(services);
  const removed: string[] = [];

  for (const picture of await listPictures(database.read)) {
    const name = storage.nameOf(picture.url);
    if (name === undefined || used.has(name) || picture.createdAt >= olderThan) continue;
    if (await removeUnlessShown(picture, since)) removed.push(name);
  }

  const rows = await listPictures(database.read);
  const known = new Set([...used, ...rows.map((row) => storage.nameOf(row.url) ?? '')].map(stemOf));
  for await (const name of storage.namesBefore(olderThan)) {
    const stem = stemOf(name);
    if (known.has(stem) || known.has(stem.replace(/-\d+$/, ''))) continue;
    await storage.remove([name]);
    removed.push(name);
  }
  return removed;
}

async function namesInUse(services: CareServices): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const texts of textsWithPictures(services.database.read)) {
    for (const name of namesIn(texts)) names.add(name);
    await nextTurn();
  }
  return names;
}

/** The name without its extension: what a picture and its variants have in common. */
function stemOf(name: string): string {
  return name.replace(/\.[^.]+$/, '');
}
