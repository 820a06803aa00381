import { randomBytes } from 'node:crypto';
import { insertPicture } from '../../../db/queries/pictures.ts';
import { defaultAvatar, lockUser, updateUser } from '../../../db/queries/users.ts';
import type { Env } from '../../env.ts';
import type { Services } from '../../services.ts';
import { decodePicture } from '../../uploads/decode.ts';
import type { MadePicture } from '../../uploads/picture.ts';
import { requireSpace } from '../../uploads/quota.ts';
import { createStorage, urlOf } from '../../uploads/storage.ts';
import { receive, withTemporaryFile } from '../../uploads/temporary.ts';
import { allProviders, type ProviderSettings } from './settings.ts';

/** Hosts of these providers' pictures, by issuer. */
const PICTURE_HOSTS: Record<string, RegExp> = {
  'https://accounts.google.com': /\.googleusercontent\.com$/,
  'https://github.com': /^avatars\.githubusercontent\.com$/,
};
const TIMEOUT_MS = 5000;

const running = new Set<Promise<void>>();

/** Resolves when no picture is being copied. Called at shutdown. */
export async function pictureCopiesEnded(): Promise<void> {
  await Promise.all(running);
}

/**
 * Returns whether the server may load this picture. The URL is untrusted and must not lead into our
 * own network: it must be on the picture hosts of Google or GitHub or, for other providers, on the
 * issuer's host.
 */
function mayLoad(url: URL, { issuer }: ProviderSettings): boolean {
  const hosts = PICTURE_HOSTS[issuer];
  if (hosts) return url.protocol === 'https:' && url.port === '' && hosts.test(url.hostname);
  return url.origin === URL.parse(issuer)?.origin;
}

/**
 * Copies the picture in the background. A function leaves it to the publisher, because it may be
 * frozen once it has answered. Never throws.
 */
export async function copyPictureLater(
  services: Services,
  userId: string,
  address: string,
): Promise<void> {
  const { jobs, log } = services;
  if (jobs === undefined) {
    void copyPicture(services, userId, address);
    return;
  }
  await jobs.add({ kind: 'avatar', userId, task: { address } }).catch((err: unknown) => {
    log.warn({ err }, 'the picture of a linked account could not be copied');
  });
}

/**
 * Copies a user's picture from the identity provider into our storage and sets it as the profile
 * picture, unless the user has chosen another one. Never throws: without a copy, the account keeps
 * its generated avatar.
 */
export async function copyPicture(services: Services, userId: string, address: string) {
  const { env, log } = services;
  const url = URL.parse(address);
  if (!url || !allProviders(env).some((provider) => mayLoad(url, provider))) return;
  const work = copy(services, userId, url)
    .catch((err: unknown) => {
      log.warn({ err }, 'the picture of a linked account could not be copied');
    })
    .finally(() => void running.delete(work));
  running.add(work);
  await work;
}

async function copy(services: Services, userId: string, address: URL): Promise<void> {
  const { env, now } = services;
  const storage = createStorage(env);
  const name = `${now().getTime()}-${randomBytes(6).toString('hex')}.jpg`;
  const made = await load(env, address, { userId, name });
  const remove = () => storage.remove(made.files.map((file) => file.name));
  await storage.save(made.files);
  const isAdopted = await adopt(services, { userId, address, name, made }).catch(async (error) => {
    await remove();
    throw error;
  });
  if (!isAdopted) await remove();
}

/** Returns false and changes nothing when the user has another picture or was deleted. */
async function adopt(
  { env, database, now }: Services,
  {
    userId,
    address,
    name,
    made: { files: _, ...picture },
  }: { userId: string; address: URL; name: string; made: MadePicture },
): Promise<boolean> {
  const url = urlOf(name, env.storage);
  return await database.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) return false;
    const replaceable = [defaultAvatar(user.username), address.href];
    if (!replaceable.includes(user.profilePicture)) return false;
    const createdAt = now();
    await requireSpace(tx, env.uploadQuota, user, picture.storedBytes, createdAt);
    await insertPicture(tx, { ...picture, url, userId, kind: 'profile', createdAt });
    await updateUser(tx, userId, { profilePicture: url }, createdAt);
    return true;
  });
}

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
