import { transliterate } from 'transliteration';
import { findPictures } from '../../db/queries/pictures.ts';
import {
  findSlot,
  forgetTaken,
  insertSlot,
  isSlotTaken,
  type Slot,
  useSlot,
} from '../../db/queries/uploads.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { canAtAll, notAllowed } from '../access/permissions.ts';
import { type Caller, type WriteRules, writeAs } from '../access/write.ts';
import { PICTURE_TYPES, type PictureType } from '../contract/uploads.ts';
import { ConflictError, ForbiddenError } from '../errors.ts';
import type { Services } from '../services.ts';
import { unknownUpload } from './errors.ts';
import { SLOT_LIFETIME_MS, UPLOAD_NAME } from './picture-files.ts';
import { requireSpace } from './quota.ts';
import { createStorage, urlOf } from './storage.ts';

/** Failed attempts per slot. Decoding a damaged file costs as much as a good one. */
const MAX_TRIES = 3;
const MAX_NAME_LENGTH = 80;
/** Longer names are truncated first. */
const MAX_NAME_INPUT = 1000;

/**
 * Reserves a name and storage space for a picture. Throws a ConflictError with the code `quota`.
 */
export async function createSlot(
  services: Pick<Services, 'env' | 'database' | 'now'>,
  caller: Caller,
  file: Pick<Slot, 'kind' | 'name' | 'type' | 'size'>,
): Promise<Slot> {
  const { env, now } = services;
  const original = safeName(file.name, file.type);
  const start = now().getTime();
  const expiresAt = start + SLOT_LIFETIME_MS;
  for (let timestamp = start; ; timestamp += 1) {
    const name = `${timestamp}-${original}`;
    const { kind, type, size } = file;
    const slot: Slot = { name, userId: caller.user.id, kind, type, size, expiresAt };
    const rules = rulesFor(kind);
    const isFree = await writeAs(services, caller, rules, async (tx, user) => {
      const [picture] = await findPictures(tx, [urlOf(name, env.storage)]);
      if (picture || !(await insertSlot(tx, slot))) return false;
      // The announced bytes already include the new slot.
      await requireSpace(tx, env.uploadQuota, user, 0, now());
      return true;
    });
    if (isFree) return slot;
  }
}

/** What storing a picture requires. */
export function rulesFor(kind: Slot['kind']): WriteRules {
  return kind === 'post' ? { verb: 'upload.post' } : {};
}

export async function requireSlot(
  { env, database }: Pick<Services, 'env' | 'database'>,
  user: UserRow,
  name: string,
): Promise<Slot> {
  const slot = UPLOAD_NAME.test(name) ? await findSlot(database.read, name) : undefined;
  if (slot === undefined) {
    // In this order: a picture is stored before its mark is removed.
    const isTaken = await isSlotTaken(database.read, name);
    const [picture] = await findPictures(database.read, [urlOf(name, env.storage)]);
    if (picture) throw new ConflictError('This picture was already uploaded.');
    if (isTaken) throw inUse();
    throw unknownUpload();
  }
  if (slot.userId !== user.id) throw new ForbiddenError();
  if (slot.kind === 'post' && !canAtAll(user, 'upload.post')) throw notAllowed('upload.post');
  return slot;
}

/**
 * Takes the slot, runs `work`, and puts the slot back if `work` throws, up to `MAX_TRIES` times.
 * `work` calls `countTry` once failures should count as a try: a failure that cost nothing (a full
 * queue or disk) doesn't. Throws a ConflictError if the slot is in use.
 */
export async function withSlot<T>(
  { env, database, now }: Pick<Services, 'env' | 'database' | 'now'>,
  { name }: Slot,
  work: (countTry: () => void) => Promise<T>,
): Promise<T> {
  const slot = await database.transaction((tx) => useSlot(tx, name, now()));
  if (slot === undefined) throw inUse();
  const { tries: before = 0 } = slot;
  let tries = before;
  try {
    return await work(() => {
      tries = before + 1;
    });
  } catch (error) {
    await database.transaction(async (tx) => {
      if (tries < MAX_TRIES) await insertSlot(tx, { ...slot, tries });
      await forgetTaken(tx, name);
    });
    if (tries >= MAX_TRIES) await createStorage(env).discard(name);
    throw error;
  }
}

const inUse = () => new ConflictError('This picture is already being uploaded.');

/**
 * Makes a file name safe: no path, no leading dot, only `A-Z a-z 0-9 _ -` and one dot before the
 * extension of the type, at most 80 characters. `Fête d'été.JPG` becomes `Fete-d-ete.jpg`; a
 * name without usable characters becomes `picture`.
 */
export function safeName(original: string, type: PictureType): string {
  const extension = PICTURE_TYPES[type];
  const file = original.slice(-MAX_NAME_INPUT).split(/[\\/]/).at(-1) ?? '';
  const base = transliterate(file.replace(/\.[^.\s]{1,10}$/, '').normalize('NFKC'))
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .slice(0, MAX_NAME_LENGTH - extension.length - 1)
    .replace(/^[-_]+|[-_]+$/g, '');
  return `${base === '' ? 'picture' : base}.${extension}`;
}
