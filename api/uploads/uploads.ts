import { join } from 'node:path';
import type { PictureRow } from '../../db/queries/pictures.ts';
import { deletePicture, findPictures, insertPicture } from '../../db/queries/pictures.ts';
import {
  findPendingUpload,
  insertPendingUpload,
  isPictureUsed,
  listProfilePicturesOf,
  takePendingUpload,
} from '../../db/queries/uploads.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { type Caller, writeAs } from '../auth/write.ts';
import { ApiError, ConflictError, ForbiddenError, NotFoundError } from '../errors.ts';
import type { Services } from '../services.ts';
import { createLocalStorage } from './local.ts';
import { makeInChild } from './make-in-child.ts';
import { filesOf, namesIn, safeName, UPLOAD_NAME } from './name.ts';
import type { MadePicture } from './picture.ts';
import { createQueue } from './queue.ts';
import { bodyTooLarge, incomplete, notAPicture, tooLarge } from './refusals.ts';
import { createS3Storage } from './s3.ts';
import {
  MAX_BYTES,
  type PendingUpload,
  PICTURE_TYPES,
  type PictureKind,
  type PictureType,
  type Storage,
  UPLOAD_LIFETIME_MS,
  type UploadTarget,
} from './storage.ts';
import { createTemporary, receive, type Temporary } from './temporary.ts';

/** What a browser says of the file that it wants to upload. */
export interface UploadRequest {
  kind: PictureKind;
  name: string;
  type: string;
  size: number;
}

/** A picture that is there. */
export interface UploadedPicture {
  publicUrl: string;
  width: number;
  height: number;
}

/** The verbs of uploading. Holds nothing itself: making it twice does no harm. */
export interface Uploads {
  storage: Storage;
  temporary: Temporary;
  /**
   * Throws what stands against this upload: a ForbiddenError (pictures of posts are for administrators) or a
   * BadRequestError (not an accepted type, too large).
   */
  check(user: UserRow, request: UploadRequest): PictureType;
  /** Gives a place out: where the browser sends the bytes, and the URL that the picture will have. */
  begin(caller: Caller, request: UploadRequest): Promise<UploadTarget & { publicUrl: string }>;
  /**
   * Takes the bytes of a place that was given to this user, once. Throws a NotFoundError (no such place, or
   * too late), ConflictError (used), ForbiddenError (of another user), BadRequestError (no picture, damaged,
   * too many pixels, incomplete), PayloadTooLargeError, or 507 (disk full); the place can then be tried again.
   */
  receive(
    caller: Caller,
    name: string,
    body: ReadableStream<Uint8Array> | null,
    announced: number,
  ): Promise<UploadedPicture>;
  /**
   * Says that the bytes are in the store. Looks at them there, encodes them anew and makes the variants; what
   * is no picture is removed from the store. Throws as `receive` does.
   */
  complete(caller: Caller, publicUrl: string): Promise<UploadedPicture>;
  /**
   * Completes the user's own uploads that are named in these texts (URLs, HTML), were sent straight to the
   * store and never completed; call it before the texts are saved. Throws as `receive` does.
   */
  adopt(caller: Caller, texts: (string | undefined)[]): Promise<void>;
  /**
   * Removes the user's former profile picture, when it is one of the user's own uploads. Never throws, nor
   * does `removePicturesOf`: what cannot be removed now is an orphan, and removed by the daily care.
   */
  removeReplaced(userId: string, formerUrl: string): Promise<void>;
  /** Removes all profile pictures that a user has uploaded; call it when the user has been deleted. */
  removePicturesOf(userId: string): Promise<void>;
}

/** Decoding takes up to 200 MB and a core each, so two at a time, whoever asks. */
const twoAtATime = createQueue(2);

const TYPE_ALIASES: Record<string, PictureType> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
};

export function createUploads(
  services: Pick<Services, 'env' | 'database' | 'now' | 'log'>,
): Uploads {
  const { env, database, now, log } = services;
  const folder = join(env.dataDir, 'uploads');
  const temporary = createTemporary(join(folder, '.tmp'));
  const storage =
    env.storage.kind === 's3'
      ? createS3Storage(env.storage)
      : createLocalStorage(folder, temporary);

  async function keep(
    caller: Caller,
    upload: PendingUpload,
    made: MadePicture,
  ): Promise<UploadedPicture> {
    const url = storage.publicUrl(upload.name);
    await storage.save(made.files);
    const { width, height, bytes, widths } = made;
    const { userId, kind } = upload;
    const storedBytes = made.files.reduce((sum, file) => sum + file.bytes.length, 0);
    const row = { url, userId, kind, width, height, bytes, storedBytes, widths, createdAt: now() };
    try {
      await writeAs(services, caller, { administrator: kind === 'post' }, (tx) =>
        insertPicture(tx, row),
      );
    } catch (error) {
      await storage.remove(made.files.map((file) => file.name));
      throw error;
    }
    return { publicUrl: url, width, height };
  }

  /** Runs `work` as the only holder of a place; when it fails, the place can be tried again. */
  async function withPlace<T>(upload: PendingUpload, work: () => Promise<T>): Promise<T> {
    const value = await database.transaction((tx) => takePendingUpload(tx, upload.name));
    if (value === undefined) throw new ConflictError('This picture is being uploaded already.');
    try {
      return await work();
    } catch (error) {
      await database.transaction((tx) => insertPendingUpload(tx, upload.name, value));
      throw error;
    }
  }

  async function placeOf(user: UserRow, name: string): Promise<PendingUpload> {
    const value = UPLOAD_NAME.test(name) ? await findPendingUpload(database.read, name) : undefined;
    if (value === undefined) {
      const [known] = await findPictures(database.read, [storage.publicUrl(name)]);
      if (known) throw new ConflictError('This picture has been uploaded already.');
      throw expired();
    }
    const upload = JSON.parse(value) as PendingUpload;
    if (upload.userId !== user.id) throw new ForbiddenError();
    if (upload.kind === 'post' && !user.isAdmin) throw onlyAdministrators();
    return upload;
  }

  async function completeByName(caller: Caller, name: string): Promise<UploadedPicture> {
    const upload = await placeOf(caller.user, name);
    return await withPlace(upload, () =>
      temporary.with(async (path) => {
        const body = await storage.open(name);
        if (body === undefined) throw incomplete();
        try {
          await receive(body, path, upload.kind, upload.size);
          const made = await twoAtATime(() =>
            makeInChild({ path, name, kind: upload.kind, type: upload.type }),
          );
          return await keep(caller, upload, made);
        } catch (error) {
          if (error instanceof ApiError && error.statusCode < 500) await storage.remove([name]);
          throw error;
        }
      }),
    );
  }

  async function removeUnused(find: () => Promise<PictureRow[]>): Promise<void> {
    try {
      await removeEach(await find());
    } catch (err) {
      log.warn({ err }, 'pictures could not be removed');
    }
  }

  async function removeEach(pictures: PictureRow[]): Promise<void> {
    for (const picture of pictures) {
      const name = storage.nameOf(picture.url);
      if (name === undefined) continue;
      const removed = await database.transaction(async (tx) =>
        (await isPictureUsed(tx, picture.url)) ? undefined : deletePicture(tx, picture.url),
      );
      if (removed) await storage.remove(filesOf(name, removed.widths));
    }
  }

  return {
    storage,
    temporary,
    check(user, request) {
      if (request.kind === 'post' && !user.isAdmin) throw onlyAdministrators();
      const said = request.type.trim().toLowerCase();
      const type = TYPE_ALIASES[said] ?? said;
      if (!Object.hasOwn(PICTURE_TYPES, type)) throw notAPicture(request.kind);
      if (request.size > MAX_BYTES[request.kind]) throw tooLarge(request.kind);
      return type as PictureType;
    },
    async begin(caller, request) {
      const { user } = caller;
      const type = this.check(user, request);
      const { kind, size } = request;
      const safe = safeName(request.name, type);
      const asked = now().getTime();
      const expiresAt = asked + UPLOAD_LIFETIME_MS;
      for (let timestamp = asked; ; timestamp += 1) {
        const name = `${timestamp}-${safe}`;
        const upload: PendingUpload = { name, userId: user.id, kind, type, size, expiresAt };
        const url = storage.publicUrl(name);
        const rules = { administrator: kind === 'post' };
        const isMine = await writeAs(services, caller, rules, async (tx) => {
          const [known] = await findPictures(tx, [url]);
          return !known && (await insertPendingUpload(tx, name, JSON.stringify(upload)));
        });
        if (isMine) return { ...(await storage.target(upload)), publicUrl: url };
      }
    },
    async receive(caller, name, body, announced) {
      // Where the browser sends straight to the store, there is no such address.
      if (!storage.throughServer) throw expired();
      const upload = await placeOf(caller.user, name);
      if (upload.expiresAt <= now().getTime()) throw expired();
      if (announced > MAX_BYTES[upload.kind]) throw bodyTooLarge(upload.kind);
      return await withPlace(upload, () =>
        temporary.with(async (path) => {
          // Announced in good faith or not, the size decides nothing here: the store alone holds its sender to it.
          await receive(body, path, upload.kind);
          const made = await twoAtATime(() =>
            makeInChild({ path, name, kind: upload.kind, type: upload.type }),
          );
          return await keep(caller, upload, made);
        }),
      );
    },
    async complete(caller, publicUrl) {
      const name = storage.nameOf(publicUrl);
      if (name === undefined) throw expired();
      const [known] = await findPictures(database.read, [publicUrl]);
      if (known) return { publicUrl, width: known.width, height: known.height };
      if (storage.throughServer) throw expired();
      return await completeByName(caller, name);
    },
    async adopt(caller, texts) {
      if (storage.throughServer) return;
      for (const name of namesIn(texts)) {
        const value = await findPendingUpload(database.read, name);
        if (value === undefined) continue;
        if ((JSON.parse(value) as PendingUpload).userId === caller.user.id) {
          await completeByName(caller, name);
        }
      }
    },
    async removeReplaced(userId, formerUrl) {
      await removeUnused(async () => {
        const found = await findPictures(database.read, [formerUrl]);
        return found.filter((picture) => picture.kind === 'profile' && picture.userId === userId);
      });
    },
    async removePicturesOf(userId) {
      await removeUnused(() => listProfilePicturesOf(database.read, userId));
    },
  };
}

function expired(): NotFoundError {
  return new NotFoundError(
    'This upload is not known, or it is too late. Choose the picture again.',
  );
}

function onlyAdministrators(): ForbiddenError {
  return new ForbiddenError('Only administrators may upload pictures of posts.');
}
