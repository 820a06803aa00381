import { findPictures } from '../../db/queries/pictures.ts';
import {
  findPendingUpload,
  insertPendingUpload,
  takePendingUpload,
} from '../../db/queries/uploads.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { type Caller, writeAs } from '../auth/write.ts';
import type { PictureKind, PictureType } from '../contract/uploads.ts';
import { ConflictError, ForbiddenError } from '../errors.ts';
import type { Services } from '../services.ts';
import { safeName, UPLOAD_NAME } from './name.ts';
import { requireSpace } from './quota.ts';
import { onlyAdministrators, unknownUpload } from './refusals.ts';
import { type PendingUpload, type Storage, UPLOAD_LIFETIME_MS } from './storage.ts';

/** Attempts that may fail before a place is gone: decoding a damaged file costs as much as a good one. */
const MAX_TRIES = 3;

export interface Attempt {
  /**
   * This attempt counts as a try if it fails. One that cost nothing (the queue was full, the disk was)
   * doesn't.
   */
  count(): void;
}

/** The places that have been given out: each waits for the bytes of one picture. */
export interface Places {
  /**
   * Gives a place out.
   *
   * @throws {ConflictError} with the code `quota`
   */
  create(
    caller: Caller,
    file: { kind: PictureKind; name: string; type: PictureType; size: number },
  ): Promise<PendingUpload>;
  /**
   * Finds the user's place.
   *
   * @throws {NotFoundError} no such place, or not any more
   * @throws {ConflictError} it was used
   * @throws {ForbiddenError} it was given to another user
   */
  find(user: UserRow, name: string): Promise<PendingUpload>;
  /**
   * Runs `work` as the only holder of a place. When it fails, the place can be used again, until so many
   * attempts have failed that counted.
   *
   * @throws {ConflictError} the place is being used already
   */
  use<T>(upload: PendingUpload, work: (attempt: Attempt) => Promise<T>): Promise<T>;
}

export function createPlaces(
  services: Pick<Services, 'env' | 'database' | 'now'>,
  storage: Storage,
): Places {
  const { env, database, now } = services;

  return {
    async create(caller, { kind, name: original, type, size }) {
      const safe = safeName(original, type);
      const asked = now().getTime();
      const expiresAt = asked + UPLOAD_LIFETIME_MS;
      for (let timestamp = asked; ; timestamp += 1) {
        const name = `${timestamp}-${safe}`;
        const userId = caller.user.id;
        const upload: PendingUpload = { name, userId, kind, type, size, expiresAt };
        const url = storage.publicUrl(name);
        const rules = { administrator: kind === 'post' };
        const isMine = await writeAs(services, caller, rules, async (tx, user) => {
          const [known] = await findPictures(tx, [url]);
          if (known || !(await insertPendingUpload(tx, name, JSON.stringify(upload)))) return false;
          // The place's own bytes are among those announced.
          await requireSpace(tx, env.uploadQuota, user, 0, now());
          return true;
        });
        if (isMine) return upload;
      }
    },

    async find(user, name) {
      const value = UPLOAD_NAME.test(name)
        ? await findPendingUpload(database.read, name)
        : undefined;
      if (value === undefined) {
        const [known] = await findPictures(database.read, [storage.publicUrl(name)]);
        if (known) throw new ConflictError('This picture has been uploaded already.');
        throw unknownUpload();
      }
      const upload = JSON.parse(value) as PendingUpload;
      if (upload.userId !== user.id) throw new ForbiddenError();
      if (upload.kind === 'post' && !user.isAdmin) throw onlyAdministrators();
      return upload;
    },

    async use(upload, work) {
      const value = await database.transaction((tx) => takePendingUpload(tx, upload.name));
      if (value === undefined) throw new ConflictError('This picture is being uploaded already.');
      const held = JSON.parse(value) as PendingUpload;
      let counts = false;
      const count = () => {
        counts = true;
      };
      try {
        return await work({ count });
      } catch (error) {
        const tries = (held.tries ?? 0) + (counts ? 1 : 0);
        if (tries < MAX_TRIES) {
          const again = JSON.stringify({ ...held, tries });
          await database.transaction((tx) => insertPendingUpload(tx, upload.name, again));
        } else {
          await storage.discard(upload.name);
        }
        throw error;
      }
    },
  };
}
