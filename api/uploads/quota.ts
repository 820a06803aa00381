import type { Db } from '../../db/client.ts';
import { lockQuotas, sumStoredBytes } from '../../db/queries/pictures.ts';
import { dropAutosaves, sumVersionBytes } from '../../db/queries/revisions.ts';
import { listSlots } from '../../db/queries/uploads.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { canAtAll } from '../access/permissions.ts';
import { ConflictError } from '../errors.ts';

/**
 * Limits in bytes for stored pictures and, for members, versions of documents. `undefined`: no
 * limit.
 */
export interface UploadQuota {
  /** For everyone except administrators. */
  member: number | undefined;
  site: number | undefined;
}

const UNITS = { '': 1, B: 1, KB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30, TB: 2 ** 40 } as const;

const DEFAULT_QUOTA: UploadQuota = { member: 100 * UNITS.MB, site: undefined };

/**
 * Parses `UPLOAD_QUOTA`: `member=100MB,site=none`, either part or both, in bytes or in KB, MB, GB,
 * TB (powers of 1024). A missing part keeps its default. Throws an Error with a message for the
 * site owner.
 */
export function parseQuota(text: string): UploadQuota {
  const quota = { ...DEFAULT_QUOTA };
  for (const part of text.split(',')) {
    const [, name, amount] = /^\s*(member|site)\s*=\s*(.*?)\s*$/i.exec(part) ?? [];
    const bytes = amount === undefined ? Number.NaN : bytesOf(amount);
    if (name === undefined || Number.isNaN(bytes)) {
      throw new Error(`must look like member=100MB,site=none, but "${part.trim()}" doesn't`);
    }
    quota[name.toLowerCase() as keyof UploadQuota] = bytes;
  }
  return quota;
}

/** Returns `undefined` for `none`, and `NaN` for anything that isn't an amount. */
function bytesOf(amount: string): number | undefined {
  if (amount.toLowerCase() === 'none') return undefined;
  const [, digits, unit = ''] = /^(\d{1,12}(?:\.\d{1,3})?)\s*([KMGT]?B)?$/i.exec(amount) ?? [];
  return Math.floor(Number(digits) * UNITS[unit.toUpperCase() as keyof typeof UNITS]);
}

/**
 * Checks that a user may store `bytes` more. Includes stored pictures, announced uploads and, for
 * members, the versions of their documents. Throws a ConflictError with the code `quota`.
 */
export async function requireSpace(
  tx: Db,
  { member, site }: UploadQuota,
  user: Pick<UserRow, 'id' | 'role'>,
  bytes: number,
  now: Date,
): Promise<void> {
  await lockQuotas(tx);
  const used = await pictureBytes(tx, user.id, now);
  if (isLimited(member, user) && !(await makeFit(tx, member, user.id, used.user + bytes, true))) {
    throw outOfSpace(member);
  }
  if (site !== undefined && used.site + bytes > site) {
    throw new ConflictError('This site has no picture storage left.', 'quota');
  }
}

/**
 * Makes room for the versions of a member's documents by deleting older autosaves. Returns whether
 * everything fits. A save continues even if it doesn't, because losing a user's text would be
 * worse. With `isRequired`, for something permanent such as a new document or a named version,
 * throws a ConflictError with the code `quota` if it doesn't fit.
 */
export async function fitVersions(
  tx: Db,
  { member }: UploadQuota,
  user: Pick<UserRow, 'id' | 'role'>,
  { now, isRequired }: { now: Date; isRequired: boolean },
): Promise<boolean> {
  if (!isLimited(member, user)) return true;
  const pictures = (await pictureBytes(tx, user.id, now)).user;
  const isFitting = await makeFit(tx, member, user.id, pictures, isRequired);
  if (isRequired && !isFitting) throw outOfSpace(member);
  return isFitting;
}

function isLimited(
  member: number | undefined,
  user: Pick<UserRow, 'id' | 'role'>,
): member is number {
  return member !== undefined && !canAtAll(user, 'upload.unlimited');
}

/** Returns the bytes of stored pictures and announced uploads: of one user, and of all users. */
async function pictureBytes(tx: Db, userId: string, now: Date) {
  const used = await sumStoredBytes(tx, userId);
  for (const slot of await listSlots(tx)) {
    if (slot.expiresAt <= now.getTime()) continue;
    used.site += slot.size;
    if (slot.userId === userId) used.user += slot.size;
  }
  return used;
}

/**
 * Deletes autosaves until a member's pictures and versions fit. Returns whether they do. With
 * `isRequired`, deletes none if they can't fit, because the caller then refuses the request.
 */
async function makeFit(
  tx: Db,
  member: number,
  userId: string,
  pictures: number,
  isRequired: boolean,
): Promise<boolean> {
  const versions = await sumVersionBytes(tx, userId);
  const excess = pictures + versions.all - member;
  const isEnough = excess <= versions.autosaves;
  if (isEnough || !isRequired) await dropAutosaves(tx, userId, excess);
  return isEnough;
}

function outOfSpace(member: number): ConflictError {
  return new ConflictError(
    `You've used all your storage (${amountOf(member)}) for pictures and versions of posts.`,
    'quota',
  );
}

function amountOf(bytes: number): string {
  const unit = (['GB', 'MB'] as const).find((name) => bytes >= UNITS[name]) ?? 'KB';
  return `${Math.round((bytes / UNITS[unit]) * 10) / 10} ${unit}`;
}
