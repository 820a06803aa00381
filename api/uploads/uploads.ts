import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import { namesIn } from '../../db/picture-names.ts';
import { findPictures, insertPicture } from '../../db/queries/pictures.ts';
import { insertRecentPicture, listSlots, type Slot } from '../../db/queries/uploads.ts';
import { findUserById, type UserRow } from '../../db/queries/users.ts';
import { hashSessionId } from '../access/lucia.ts';
import { canAtAll, notAllowed } from '../access/permissions.ts';
import { type Caller, type WriteRules, writeAs, writeAsSession } from '../access/write.ts';
import {
  MAX_PICTURE_BYTES,
  PICTURE_TYPES,
  type PictureType,
  type UploadedPicture,
  type UploadTarget,
} from '../contract/uploads.ts';
import type { Env } from '../env.ts';
import { ApiError, BadRequestError } from '../errors.ts';
import type { Jobs } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { decodePicture } from './decode.ts';
import { bodyTooLarge, incomplete, notAPicture, tooLarge, unknownUpload } from './errors.ts';
import { requireSpace } from './quota.ts';
import { createSlot, requireSlot, rulesFor, withSlot } from './slots.ts';
import { createStorage, nameOf, storedUrl, urlOf } from './storage.ts';
import { receive, withTemporaryFile } from './temporary.ts';

// The path of an upload: `beginUpload` → the browser uploads → `receiveUpload` (local storage)
// or `completeUpload` (S3) → `decodePicture` → `publish`.

type UploadServices = Pick<Services, 'env' | 'database' | 'now' | 'jobs'>;

/** `writeAs` for the uploading user. */
type Write = (rules: WriteRules, work: (tx: Db, user: UserRow) => Promise<void>) => Promise<void>;

const TYPE_ALIASES: Record<string, PictureType> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
};

export const uploadInput = z.object({
  kind: z.enum(['post', 'profile'], 'kind must be "post" or "profile".'),
  name: z.string('name must be the name of the file.'),
  type: z.string('type must be the type of the file, such as image/jpeg.'),
  size: z.int('size must be the number of bytes of the file.').min(1, 'The file is empty.'),
});

type UploadRequest = z.output<typeof uploadInput>;

/** Checks a request and returns the type of the picture. */
export function checkUpload(user: UserRow, request: UploadRequest): PictureType {
  if (request.kind === 'post' && !canAtAll(user, 'upload.post')) throw notAllowed('upload.post');
  const given = request.type.trim().toLowerCase();
  const type = TYPE_ALIASES[given] ?? given;
  if (!Object.hasOwn(PICTURE_TYPES, type)) throw notAPicture(request.kind);
  if (request.size > MAX_PICTURE_BYTES[request.kind]) throw tooLarge(request.kind);
  return type as PictureType;
}

/** Creates a slot. Returns where the browser uploads to, and the future URL of the picture. */
export async function beginUpload(
  services: UploadServices,
  caller: Caller,
  request: UploadRequest,
): Promise<UploadTarget> {
  const { env } = services;
  const type = checkUpload(caller.user, request);
  const slot = await createSlot(services, caller, { ...request, type });
  const target = await createStorage(env).target(slot);
  return { ...target, publicUrl: urlOf(slot.name, env.storage) };
}

/**
 * Receives the bytes of a slot and publishes the picture. After an error the slot can be used
 * again, three times in total. `announced` is the Content-Length, or 0.
 */
export async function receiveUpload(
  services: UploadServices,
  caller: Caller,
  upload: { name: string; body: ReadableStream<Uint8Array> | null; announced: number },
): Promise<UploadedPicture> {
  const { env, now } = services;
  if (!createStorage(env).throughServer) throw unknownUpload();
  const slot = await requireSlot(services, caller.user, upload.name);
  if (slot.expiresAt <= now().getTime()) throw unknownUpload();
  if (upload.announced > MAX_PICTURE_BYTES[slot.kind]) throw bodyTooLarge(slot.kind);
  return await withSlot(services, slot, (countTry) =>
    withTemporaryFile(env, async (path) => {
      // The announced size isn't enforced here. Only S3 stores do that.
      await countRefusal(countTry, receive(upload.body, path, slot.kind));
      return await decodeAndPublish(services, writerOf(services, caller), { slot, path, countTry });
    }),
  );
}

function writerOf(services: UploadServices, caller: Caller): Write {
  return (rules, work) => writeAs(services, caller, rules, work);
}

/**
 * Completes an upload that went directly to the store: reads, decodes and publishes the picture,
 * and removes the upload.
 */
export async function completeUpload(
  services: UploadServices,
  caller: Caller,
  publicUrl: string,
): Promise<UploadedPicture> {
  const { env, database } = services;
  const name = nameOf(publicUrl, env.storage);
  if (name === undefined) throw unknownUpload();
  const [known] = await findPictures(database.read, [publicUrl]);
  if (known) return { publicUrl, width: known.width, height: known.height };
  if (createStorage(env).throughServer) throw unknownUpload();
  return await completeByName(services, caller, name);
}

/**
 * Completes the user's own uploads in these texts (URLs, HTML) that went directly to the store and
 * that the browser hasn't completed. Call it before saving the texts.
 */
export async function completeUploadsIn(
  services: UploadServices,
  caller: Caller,
  texts: (string | undefined)[],
): Promise<void> {
  if (createStorage(services.env).throughServer) return;
  const names = namesIn(texts);
  if (names.size === 0) return;
  // One query: a text can contain thousands of names.
  for (const { name, userId } of await listSlots(services.database.read)) {
    const isOwn = userId === caller.user.id && names.has(name);
    if (isOwn) await completeByName(services, caller, name);
  }
}

/**
 * Completes an upload on behalf of a function (`completeAsJob`). If the function's call has ended,
 * the browser's next call finds the picture.
 */
export async function completeUploadFor(
  services: UploadServices,
  { userId, sessionHash }: { userId: string; sessionHash: string },
  name: string,
): Promise<UploadedPicture> {
  const user = await findUserById(services.database.read, userId);
  if (user === undefined) throw unknownUpload();
  const slot = await requireSlot(services, user, name);
  return await completeSlot(services, slot, (rules, work) =>
    writeAsSession(services, sessionHash, rules, work),
  );
}

async function completeByName(
  services: UploadServices,
  caller: Caller,
  name: string,
): Promise<UploadedPicture> {
  if (services.jobs) return await completeAsJob(services, services.jobs, caller, name);
  const slot = await requireSlot(services, caller.user, name);
  return await completeSlot(services, slot, writerOf(services, caller));
}

async function completeAsJob(
  services: UploadServices,
  jobs: Jobs,
  caller: Caller,
  name: string,
): Promise<UploadedPicture> {
  const userId = caller.user.id;
  const id = `upload:${name}`;
  // While a job is running, its worker has the slot.
  if (!(await jobs.has(id, userId))) await requireSlot(services, caller.user, name);
  const task = { name, sessionHash: hashSessionId(caller.session.id) };
  return await jobs.run({ kind: 'upload', userId, id, task });
}

async function completeSlot(
  services: UploadServices,
  slot: Slot,
  write: Write,
): Promise<UploadedPicture> {
  const { env } = services;
  const { name } = slot;
  const storage = createStorage(env);
  return await withSlot(services, slot, (countTry) =>
    withTemporaryFile(env, async (path) => {
      const body = await storage.open(name);
      if (body === undefined) throw incomplete();
      try {
        await countRefusal(countTry, receive(body, path, slot.kind, slot.size));
        const picture = await decodeAndPublish(services, write, { slot, path, countTry });
        await storage.discard(name);
        return picture;
      } catch (error) {
        const isRefused = error instanceof ApiError && [400, 413].includes(error.statusCode);
        if (isRefused) await storage.discard(name);
        throw error;
      }
    }),
  );
}

/** Counts a try when the received bytes are refused. */
async function countRefusal(countTry: () => void, received: Promise<void>): Promise<void> {
  await received.catch((error) => {
    if (error instanceof ApiError && error.statusCode < 500) countTry();
    throw error;
  });
}

/** Stores the decoded files, then the row. If the row can't be stored, removes the files. */
async function decodeAndPublish(
  services: UploadServices,
  write: Write,
  { slot, path, countTry }: { slot: Slot; path: string; countTry: () => void },
): Promise<UploadedPicture> {
  const { env, now } = services;
  const { name, userId, kind, type } = slot;
  const task = { path, name, kind, type };
  const { files, ...picture } = await decodePicture(userId, task, countTry);
  const storage = createStorage(env);
  const url = urlOf(name, env.storage);
  await storage.save(files);
  const createdAt = now();
  try {
    await write(rulesFor(kind), async (tx, user) => {
      // Checked again: the picture and its variants may be larger than the upload.
      await requireSpace(tx, env.uploadQuota, user, picture.storedBytes, createdAt);
      await insertPicture(tx, { ...picture, url, userId, kind, createdAt });
      await insertRecentPicture(tx, name, createdAt);
    });
  } catch (error) {
    await storage.remove(files.map((file) => file.name));
    throw error;
  }
  return { publicUrl: url, width: picture.width, height: picture.height };
}

/**
 * Checks the profile picture chosen by a user. A picture in our storage must be a profile picture
 * that this user uploaded. Other addresses, generated avatars and the current picture aren't
 * checked. Returns the URL to store. Throws a BadRequestError.
 */
export async function requireOwnPicture(
  tx: Db,
  env: Pick<Env, 'siteUrl' | 'storage'>,
  user: UserRow,
  chosen: string,
): Promise<string> {
  if (chosen === user.profilePicture) return chosen;
  const url = storedUrl(chosen, env);
  if (url === undefined) return chosen;
  const [picture] = await findPictures(tx, [url]);
  if (picture?.kind === 'profile' && picture.userId === user.id) return url;
  throw new BadRequestError(
    'This picture is not one of your uploads, or it was removed. Please upload it again.',
  );
}
