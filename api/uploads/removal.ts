import {
  deletePicture,
  findPictures,
  insertPicture,
  type PictureRow,
} from '../../db/queries/pictures.ts';
import {
  isPictureInPosts,
  listProfilePicturesOf,
  noteRecentPicture,
} from '../../db/queries/uploads.ts';
import { findUserById } from '../../db/queries/users.ts';
import type { Services } from '../services.ts';
import type { Storage } from './storage.ts';
import { filesOf } from './variants.ts';

export interface Removal {
  /**
   * Removes a picture unless it's shown: by its owner (kind "profile"), or by a post that was written
   * or changed since `since` (kind "post": the caller has looked at all posts at that time).
   * Returns whether it's gone. Throws what the storage throws.
   */
  removeUnlessShown(picture: PictureRow, since: Date): Promise<boolean>;
  /**
   * Removes the user's former profile picture if it's one of the user's own uploads. Never throws, nor
   * does `removePicturesOf`: the daily cleanup removes what can't be removed now.
   */
  removeReplaced(userId: string, formerUrl: string): Promise<void>;
  /**
   * Removes all profile pictures that a user has uploaded, whatever refers to them. Call it when the
   * user has been deleted.
   */
  removePicturesOf(userId: string): Promise<void>;
}

export function createRemoval(
  { database, now, log }: Pick<Services, 'database' | 'now' | 'log'>,
  storage: Storage,
): Removal {
  async function removeUnlessShown(picture: PictureRow, since: Date): Promise<boolean> {
    const name = storage.nameOf(picture.url);
    if (name === undefined) return false;
    const removed = await database.transaction(async (tx) => {
      const shown =
        picture.kind === 'profile'
          ? picture.userId !== null &&
            (await findUserById(tx, picture.userId))?.profilePicture === picture.url
          : await isPictureInPosts(tx, picture.url, since);
      return shown ? undefined : deletePicture(tx, picture.url);
    });
    if (removed === undefined) return false;
    try {
      await storage.remove(filesOf(name, removed.widths));
    } catch (error) {
      // Without its row the picture would never be found again. The next cleanup tries once more.
      await database.transaction(async (tx) => {
        await insertPicture(tx, removed);
        await noteRecentPicture(tx, name, removed.createdAt);
      });
      throw error;
    }
    return true;
  }

  async function removeAll(find: () => Promise<PictureRow[]>): Promise<void> {
    try {
      for (const picture of await find()) {
        await removeUnlessShown(picture, now()).catch((err: unknown) => warn(err));
      }
    } catch (err) {
      warn(err);
    }
  }

  function warn(err: unknown): void {
    log.warn({ err }, 'a picture could not be removed');
  }

  return {
    removeUnlessShown,
    async removeReplaced(userId, formerUrl) {
      await removeAll(async () => {
        const found = await findPictures(database.read, [formerUrl]);
        return found.filter((picture) => picture.kind === 'profile' && picture.userId === userId);
      });
    },
    async removePicturesOf(userId) {
      await removeAll(() => listProfilePicturesOf(database.read, userId));
    },
  };
}
