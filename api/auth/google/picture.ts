import { randomBytes } from 'node:crypto';
import { insertPicture } from '../../../db/queries/pictures.ts';
import {
  defaultAvatar,
  findUserById,
  type UserRow,
  updateUser,
} from '../../../db/queries/users.ts';
import type { Env } from '../../env.ts';
import type { Services } from '../../services.ts';
import { decodePicture } from '../../uploads/decode.ts';
import type { MadePicture } from '../../uploads/picture.ts';
import { requireSpace } from '../../uploads/quota.ts';
import { createStorage, urlOf } from '../../uploads/storage.ts';
import { receive, withTemporaryFile } from '../../uploads/temporary.ts';
import type { Account } from './find-or-create-account.ts';

const GOOGLE = 'https://accounts.google.com';
const PICTURE_HOSTS = /\.googleusercontent\.com$/;
const TIMEOUT_MS = 5000;

const running = new Set<Promise<void>>();

/** Resolves when no picture is being copied. Called at shutdown. */
export async function pictureCopiesEnded(): Promise<void> {
  await Promise.all(running);
}

/**
 * Returns whether the server may load this picture. The URL is outside input and must not lead into
 * our own network: it must be on one of Google's picture hosts or, for other providers, on the
 * issuer's.
 */
function mayLoad(url: URL, issuer: string): boolean {
  if (issuer === GOOGLE) {
    return url.protocol === 'https:' && url.port === '' && PICTURE_HOSTS.test(url.hostname);
  }
  return url.origin === URL.parse(issuer)?.origin;
}

/**
 * Returns a function that copies a user's picture from the identity provider into our storage and
 * sets it as the profile picture, unless the user has chosen another one by then. It never throws:
 * without a copy, the account keeps its generated avatar.
 */
export function createPictureCopy(services: Services) {
  const { env, database, log, now } = services;
  const storage = createStorage(env);

  /** Returns false and changes nothing when the user has another picture or was deleted. */
  async function adopt(userId: string, address: string, name: string, made: MadePicture) {
    const { files: _, ...picture } = made;
    const url = urlOf(name, env.storage);
    return await database.transaction(async (tx) => {
      const user = await findUserById(tx, userId);
      if (!user || !(hasGeneratedPicture(user) || user.profilePicture === address)) return false;
      const createdAt = now();
      await requireSpace(tx, env.uploadQuota, user, made.storedBytes, createdAt);
      await insertPicture(tx, { ...picture, url, userId, kind: 'profile', createdAt });
      await updateUser(tx, userId, { profilePicture: url }, createdAt);
      return true;
    });
  }

  async function copy(userId: string, address: string, url: URL): Promise<void> {
    const name = `${now().getTime()}-${randomBytes(6).toString('hex')}.jpg`;
    const made = await load(env, url, { userId, name });
    const remove = () => storage.remove(made.files.map((file) => file.name));
    await storage.save(made.files);
    const isAdopted = await adopt(userId, address, name, made).catch(async (error: unknown) => {
      await remove();
      throw error;
    });
    if (!isAdopted) await remove();
  }

  return async function copyPicture(userId: string, address: string): Promise<void> {
    const url = URL.parse(address);
    if (!url || !env.google || !mayLoad(url, env.google.issuer)) return;
    const work = copy(userId, address, url)
      .catch((err: unknown) => {
        log.warn({ err }, 'the picture of a Google account could not be copied');
      })
      .finally(() => void running.delete(work));
    running.add(work);
    await work;
  };
}

/** Loads a picture and decodes it as if it were uploaded. */
async function load(
  env: Env,
  url: URL,
  { userId, name }: { userId: string; name: string },
): Promise<MadePicture> {
  const response = await fetch(url, {
    // A redirect could lead into our own network.
    redirect: 'error',
    headers: { Accept: 'image/*' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`The picture's server answered ${response.status}`);
  }
  return await withTemporaryFile(env, async (path) => {
    await receive(response.body, path, 'profile');
    return await decodePicture(userId, { path, name, kind: 'profile', type: 'image/jpeg' });
  });
}

/** Returns whether to copy: for new accounts, and while the profile still links to the provider. */
export function isPictureWanted({
  user,
  link,
  picture,
}: Pick<Account, 'user' | 'link'> & { picture: string }): boolean {
  return picture !== '' && (link === 'new account' || user.profilePicture === picture);
}

function hasGeneratedPicture({ username, profilePicture }: UserRow): boolean {
  return profilePicture === defaultAvatar(username);
}
