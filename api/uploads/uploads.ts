import { join } from 'node:path';
import { findPictures, insertPicture } from '../../db/queries/pictures.ts';
import { findPendingUpload, noteRecentPicture } from '../../db/queries/uploads.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { type Caller, writeAs } from '../auth/write.ts';
import {
  MAX_PICTURE_BYTES,
  PICTURE_TYPES,
  type PictureKind,
  type PictureType,
  type UploadedPicture,
  type UploadRequest,
  type UploadTarget,
} from '../contract/uploads.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { decodePicture } from './decode.ts';
import { createLocalStorage } from './local.ts';
import { namesIn } from './name.ts';
import type { MadePicture } from './picture.ts';
import { type Attempt, createPlaces } from './places.ts';
import { requireSpace } from './quota.ts';
import {
  bodyTooLarge,
  incomplete,
  notAPicture,
  onlyAdministrators,
  tooLarge,
  unknownUpload,
} from './refusals.ts';
import { createRemoval, type Removal } from './removal.ts';
import { createS3Storage } from './s3.ts';
import type { PendingUpload, Storage } from './storage.ts';
import { createTemporary, receive, type Temporary } from './temporary.ts';

/** The verbs of uploading. Holds nothing itself: making it twice does no harm. */
export interface Uploads extends Removal {
  storage: Storage;
  temporary: Temporary;
  /**
   * Throws what stands against this upload: a ForbiddenError (pictures of posts are for administrators) or a
   * BadRequestError (not an accepted type, too large).
   */
  check(user: UserRow, request: UploadRequest): PictureType;
  /**
   * Gives a place out: where the browser sends the bytes, and the URL that the picture will have. Throws a
   * ConflictError with the code `quota`.
   */
  begin(caller: Caller, request: UploadRequest): Promise<UploadTarget>;
  /**
   * Takes the bytes of a place that was given to this user, once. Throws a NotFoundError (no such place, or
   * too late), ConflictError (used; or the code `quota`), ForbiddenError (of another user), BadRequestError
   * (no picture, damaged, too many pixels, incomplete), PayloadTooLargeError, TooManyRequestsError (too many
   * at once), or 507 (disk full); the place can then be tried again, three times in all.
   */
  receive(
    caller: Caller,
    name: string,
    body: ReadableStream<Uint8Array> | null,
    announced: number,
  ): Promise<UploadedPicture>;
  /**
   * Says that the bytes are in the store. Looks at them there, encodes them anew, makes the variants and
   * publishes the result; what was sent is removed. Throws as `receive` does.
   */
  complete(caller: Caller, publicUrl: string): Promise<UploadedPicture>;
  /**
   * Completes the user's own uploads that are named in these texts (URLs, HTML), were sent straight to the
   * store and never completed; call it before the texts are saved. Throws as `receive` does.
   */
  adopt(caller: Caller, texts: (string | undefined)[]): Promise<void>;
}

const TYPE_ALIASES: Record<string, PictureType> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
};

export function createUploads(
  services: Pick<Services, 'env' | 'database' | 'now' | 'log'>,
): Uploads {
  const { env, database, now } = services;
  const folder = join(env.dataDir, 'uploads');
  const temporary = createTemporary(join(folder, '.tmp'));
  const storage =
    env.storage.kind === 's3'
      ? createS3Storage(env.storage)
      : createLocalStorage(folder, temporary);
  const places = createPlaces(services, storage);

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
    const createdAt = now();
    const row = { url, userId, kind, width, height, bytes, storedBytes, widths, createdAt };
    try {
      await writeAs(services, caller, { administrator: kind === 'post' }, async (tx, user) => {
        // Again: what was announced may be less than what was made of it.
        await requireSpace(tx, env.uploadQuota, user, storedBytes, createdAt);
        await insertPicture(tx, row);
        await noteRecentPicture(tx, upload.name, createdAt);
      });
    } catch (error) {
      await storage.remove(made.files.map((file) => file.name));
      throw error;
    }
    return { publicUrl: url, width, height };
  }

  /** Decodes what came to `path`, when it's the user's turn, and keeps the result. */
  async function make(
    caller: Caller,
    upload: PendingUpload,
    path: string,
    attempt: Attempt,
  ): Promise<UploadedPicture> {
    const { name, kind, type } = upload;
    const made = await decodePicture(caller.user.id, { path, name, kind, type }, attempt.count);
    return await keep(caller, upload, made);
  }

  /** Writes a body to `path`. Bytes that were refused count as a try. */
  async function take(
    body: ReadableStream<Uint8Array> | null,
    path: string,
    attempt: Attempt,
    kind: PictureKind,
    size?: number,
  ): Promise<void> {
    try {
      await receive(body, path, kind, size);
    } catch (error) {
      if (error instanceof ApiError && error.statusCode < 500) attempt.count();
      throw error;
    }
  }

  async function completeByName(caller: Caller, name: string): Promise<UploadedPicture> {
    const upload = await places.find(caller.user, name);
    return await places.use(upload, (attempt) =>
      temporary.with(async (path) => {
        const body = await storage.open(name);
        if (body === undefined) throw incomplete();
        try {
          await take(body, path, attempt, upload.kind, upload.size);
          const picture = await make(caller, upload, path, attempt);
          await storage.discard(name);
          return picture;
        } catch (error) {
          if (error instanceof ApiError && [400, 413].includes(error.statusCode)) {
            await storage.discard(name);
          }
          throw error;
        }
      }),
    );
  }

  return {
    storage,
    temporary,
    ...createRemoval(services, storage),
    check(user, request) {
      if (request.kind === 'post' && !user.isAdmin) throw onlyAdministrators();
      const said = request.type.trim().toLowerCase();
      const type = TYPE_ALIASES[said] ?? said;
      if (!Object.hasOwn(PICTURE_TYPES, type)) throw notAPicture(request.kind);
      if (request.size > MAX_PICTURE_BYTES[request.kind]) throw tooLarge(request.kind);
      return type as PictureType;
    },
    async begin(caller, request) {
      const type = this.check(caller.user, request);
      const upload = await places.create(caller, { ...request, type });
      return { ...(await storage.target(upload)), publicUrl: storage.publicUrl(upload.name) };
    },
    async receive(caller, name, body, announced) {
      // Where the browser sends straight to the store, there is no such address.
      if (!storage.throughServer) throw unknownUpload();
      const upload = await places.find(caller.user, name);
      if (upload.expiresAt <= now().getTime()) throw unknownUpload();
      if (announced > MAX_PICTURE_BYTES[upload.kind]) throw bodyTooLarge(upload.kind);
      return await places.use(upload, (attempt) =>
        temporary.with(async (path) => {
          // Announced in good faith or not, the size decides nothing here: the store alone holds its sender to it.
          await take(body, path, attempt, upload.kind);
          return await make(caller, upload, path, attempt);
        }),
      );
    },
    async complete(caller, publicUrl) {
      const name = storage.nameOf(publicUrl);
      if (name === undefined) throw unknownUpload();
      const [known] = await findPictures(database.read, [publicUrl]);
      if (known) return { publicUrl, width: known.width, height: known.height };
      if (storage.throughServer) throw unknownUpload();
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
  };
}
