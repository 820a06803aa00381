import { setImmediate as nextTurn } from 'node:timers/promises';
import { deletePicture } from '../../db/queries/pictures.ts';
import {
  isPictureUsed,
  listPendingUploads,
  listPictures,
  takePendingUpload,
  textsWithPictures,
} from '../../db/queries/uploads.ts';
import type { Services } from '../services.ts';
import { filesOf, namesIn } from './name.ts';
import type { PendingUpload } from './storage.ts';
import { createUploads } from './uploads.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** A post that has been open in the editor for this long has been forgotten. */
const ORPHAN_AGE_MS = 7 * DAY_MS;

type CareServices = Pick<Services, 'env' | 'database' | 'now' | 'log'>;

/**
 * Keeps the folder of pictures tidy: abandoned temporary files are removed now and every hour, pictures that
 * nothing shows every day. Gives what stops it, and resolves when the work under way has ended.
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
  run(() => temporary.clean(true));
  const hourly = setInterval(() => run(() => temporary.clean(false)), HOUR_MS).unref();
  const daily = setInterval(() => {
    run(() => removeOrphans(services, new Date(services.now().getTime() - ORPHAN_AGE_MS)));
  }, DAY_MS).unref();
  return {
    stop() {
      clearInterval(hourly);
      clearInterval(daily);
      return running;
    },
  };
}

/**
 * Removes the pictures, made before `olderThan`, that no post and no profile shows; files of ours without a
 * row; and places that were given out and never used. Gives the names of the removed pictures.
 */
export async function removeOrphans(services: CareServices, olderThan: Date): Promise<string[]> {
  const { database } = services;
  const { storage } = createUploads(services);
  const used = await namesInUse(services);
  const removed: string[] = [];

  for (const { name, value } of await listPendingUploads(database.read)) {
    if ((JSON.parse(value) as PendingUpload).expiresAt >= olderThan.getTime() || used.has(name)) {
      continue;
    }
    await database.transaction((tx) => takePendingUpload(tx, name));
    await storage.remove([name]);
  }

  for (const picture of await listPictures(database.read)) {
    const name = storage.nameOf(picture.url);
    if (name === undefined || used.has(name) || picture.createdAt >= olderThan) continue;
    // Asked again inside the transaction: a post may have been saved since.
    const gone = await database.transaction(async (tx) =>
      (await isPictureUsed(tx, picture.url)) ? undefined : deletePicture(tx, picture.url),
    );
    if (gone === undefined) continue;
    await storage.remove(filesOf(name, gone.widths));
    removed.push(name);
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
