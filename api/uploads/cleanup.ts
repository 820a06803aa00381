import type { Db } from '../../db/client.ts';
import {
  areUsesKnown,
  isUsed,
  isUsedInPosts,
  listUsedPictures,
} from '../../db/queries/picture-uses.ts';
import {
  deletePicture,
  findPictures,
  insertPicture,
  listPictures,
  listProfilePicturesOf,
  type PictureRow,
} from '../../db/queries/pictures.ts';
import {
  deleteRecentPicture,
  forgetTaken,
  insertRecentPicture,
  listRecentPictures,
  listSlots,
  listTaken,
  takeSlot,
} from '../../db/queries/uploads.ts';
import { findUserById } from '../../db/queries/users.ts';
import type { Env } from '../env.ts';
import type { Services } from '../services.ts';
import { filesOf } from './picture-files.ts';
import { createStorage, nameOf, urlOf } from './storage.ts';
import { removeTemporaryFiles } from './temporary.ts';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Time to save a profile with its uploaded picture. */
const MAX_UNUSED_PROFILE_MS = HOUR_MS;
/**
 * Unused pictures of posts stay longer, because a draft in a writer's browser may show them, which
 * the server can't know.
 */
const MAX_UNUSED_POST_MS = 7 * DAY_MS;

type CleanupServices = Pick<Services, 'env' | 'database' | 'now' | 'log'>;

/**
 * Removes what killed uploads left in the folder of this node. At the start, removes everything,
 * unless other nodes upload to the same folder.
 */
export async function removeLeftovers(
  env: Pick<Env, 'dataDir' | 'uploadsShared'>,
  { isStart }: { isStart: boolean },
): Promise<void> {
  await removeTemporaryFiles(env, isStart && !env.uploadsShared ? 'all' : 'old');
}

/**
 * Removes unused profile pictures and expired slots. Removes other unused pictures every day, and
 * an hour after the start, for servers that restart every night.
 */
export async function cleanUpUploads(services: CleanupServices, elapsedMs: number): Promise<void> {
  await removeAbandoned(services);
  if (elapsedMs !== HOUR_MS && elapsedMs % DAY_MS !== 0) return;
  await removeOrphans(services, new Date(services.now().getTime() - MAX_UNUSED_POST_MS));
}

/**
 * Removes unused profile pictures that were uploaded over an hour ago, and expired slots. Only
 * reads recent uploads, even on a large site.
 */
export async function removeAbandoned(services: CleanupServices): Promise<void> {
  await removeUnusedProfilePictures(services);
  await removeExpiredSlots(services);
}

async function removeUnusedProfilePictures(services: CleanupServices): Promise<void> {
  const { env, database, now, log } = services;
  const before = new Date(now().getTime() - MAX_UNUSED_PROFILE_MS);
  for (const name of await listRecentPictures(database.read, before)) {
    const [picture] = await findPictures(database.read, [urlOf(name, env.storage)]);
    try {
      if (picture?.kind === 'profile') await removeUnlessShown(services, picture);
    } catch (err) {
      log.warn({ err }, 'a picture could not be removed');
      continue;
    }
    // The presigned URL may have been used again after the picture was complete.
    await createStorage(env).discard(name);
    await database.transaction((tx) => deleteRecentPicture(tx, name));
  }
}

async function removeExpiredSlots({ env, database, now, log }: CleanupServices): Promise<void> {
  const storage = createStorage(env);
  for (const name of await listTaken(database.read, new Date(now().getTime() - HOUR_MS))) {
    await database.transaction((tx) => forgetTaken(tx, name));
  }
  for (const { name, kind, expiresAt } of await listSlots(database.read)) {
    // An upload that has reached the store can still be completed: see `completeUploadsIn`.
    const extraMs = kind === 'profile' ? MAX_UNUSED_PROFILE_MS : MAX_UNUSED_POST_MS;
    const endsAt = expiresAt + (storage.throughServer ? 0 : extraMs);
    if (endsAt > now().getTime()) continue;
    const taken = await database.transaction((tx) => takeSlot(tx, name));
    if (taken === undefined) continue;
    await storage.discard(name);
    // Earlier versions let browsers upload to the public name.
    await storage.remove([name]).catch((err: unknown) => {
      log.warn({ err }, 'a picture could not be removed');
    });
  }
}

/**
 * Removes pictures created before `olderThan` that no post or profile shows, and uploaded files
 * without a row. Returns the removed names.
 */
export async function removeOrphans(services: CleanupServices, olderThan: Date): Promise<string[]> {
  const { env, database } = services;
  const storage = createStorage(env);
  if (!(await areUsesKnown(database.read))) return [];
  const used = new Set(await listUsedPictures(database.read));
  const removed: string[] = [];

  for (const picture of await listPictures(database.read)) {
    const name = nameOf(picture.url, env.storage);
    if (name === undefined || used.has(name) || picture.createdAt >= olderThan) continue;
    if (await removeUnlessShown(services, picture)) removed.push(name);
  }

  const rows = await listPictures(database.read);
  const names = [...used, ...rows.map((row) => nameOf(row.url, env.storage) ?? '')];
  const stems = new Set(names.map(stemOf));
  for await (const name of storage.namesBefore(olderThan)) {
    const stem = stemOf(name);
    if (stems.has(stem) || stems.has(stem.replace(/-\d+$/, ''))) continue;
    await storage.remove([name]);
    removed.push(name);
  }
  return removed;
}

/** Returns the name without its extension, which a picture shares with its variants. */
function stemOf(name: string): string {
  return name.replace(/\.[^.]+$/, '');
}

/**
 * Removes the user's former profile picture if the user uploaded it. Never throws: the daily
 * cleanup removes it after a failure.
 */
export async function removeReplaced(services: CleanupServices, userId: string, formerUrl: string) {
  await removeProfilePictures(services, userId, ({ url }) => url === formerUrl);
}

/** Removes all profile pictures of a deleted user, even if other users show them. Never throws. */
export async function removePicturesOf(services: CleanupServices, userId: string): Promise<void> {
  await removeProfilePictures(services, userId, () => true);
}

async function removeProfilePictures(
  services: CleanupServices,
  userId: string,
  isWanted: (picture: PictureRow) => boolean,
): Promise<void> {
  const warn = (err: unknown) => services.log.warn({ err }, 'a picture could not be removed');
  try {
    const pictures = await listProfilePicturesOf(services.database.read, userId);
    for (const picture of pictures.filter(isWanted)) {
      await removeUnlessShown(services, picture).catch(warn);
    }
  } catch (err) {
    warn(err);
  }
}

/**
 * Removes a picture unless it's in use. Returns whether it was removed. Throws errors of the
 * storage.
 */
async function removeUnlessShown(
  { env, database }: CleanupServices,
  picture: PictureRow,
): Promise<boolean> {
  const name = nameOf(picture.url, env.storage);
  if (name === undefined) return false;
  const removed = await database.transaction(async (tx) =>
    (await isInUse(tx, picture, name)) ? undefined : await deletePicture(tx, picture.url),
  );
  if (removed === undefined) return false;
  await removeFiles({ env, database }, removed, name);
  return true;
}

/** Removes the files of a picture whose row was deleted. Restores the row if the storage throws. */
export async function removeFiles(
  { env, database }: Pick<CleanupServices, 'env' | 'database'>,
  removed: PictureRow,
  name: string,
): Promise<void> {
  try {
    await createStorage(env).remove(filesOf(name, removed.widths));
  } catch (error) {
    // Without its row, the picture would never be found again. With it, the next cleanup retries.
    await database.transaction(async (tx) => {
      await insertPicture(tx, removed);
      await insertRecentPicture(tx, name, removed.createdAt);
    });
    throw error;
  }
}

/**
 * Returns whether a picture may be in use: by a post, draft or version, or by its owner's profile.
 * Other users who show a profile picture lose it when its owner removes it.
 */
async function isInUse(tx: Db, { kind, url, userId }: PictureRow, name: string): Promise<boolean> {
  if (!(await areUsesKnown(tx))) return true;
  if (kind === 'post') return await isUsed(tx, name);
  const owner = userId === null ? undefined : await findUserById(tx, userId);
  return owner?.profilePicture === url || (await isUsedInPosts(tx, name));
}
