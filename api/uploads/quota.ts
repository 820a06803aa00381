import type { Db } from '../../db/client.ts';
import { lockQuotas, sumStoredBytes } from '../../db/queries/pictures.ts';
import { listSlots } from '../../db/queries/uploads.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { canAtAll } from '../auth/permissions.ts';
import { ConflictError } from '../errors.ts';

/** Limits of stored pictures, in bytes; `undefined` is no limit. */
export interface UploadQuota {
  /** Of everyone but administrators. */
  member: number | undefined;
  site: number | undefined;
}

const UNITS = { '': 1, B: 1, KB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30, TB: 2 ** 40 } as const;

const DEFAULT_QUOTA: UploadQuota = { member: 100 * UNITS.MB, site: undefined };

/**
 * Reads `UPLOAD_QUOTA`: `member=100MB,site=none`, either part or both, in bytes or in KB, MB, GB,
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
 * Checks that a user may store `bytes` more. Stored pictures and announced uploads count. Throws a
 * ConflictError with the code `quota`.
 */
export async function requireSpace(
  tx: Db,
  { member, site }: UploadQuota,
  user: Pick<UserRow, 'id' | 'role'>,
  bytes: number,
  now: Date,
): Promise<void> {
  await lockQuotas(tx);
  const isLimited = !canAtAll(user, 'upload.unlimited');
  const userId = user.id;
  const used = await sumStoredBytes(tx, userId);
  for (const slot of await listSlots(tx)) {
    if (slot.expiresAt <= now.getTime()) continue;
    used.site += slot.size;
    if (slot.userId === userId) used.user += slot.size;
  }
  if (member !== undefined && isLimited && used.user + bytes > member) {
    const amount = amountOf(member);
    throw new ConflictError(`You've used all your picture storage (${amount}).`, 'quota');
  }
  if (site !== undefined && used.site + bytes > site) {
    throw new ConflictError('This site has no picture storage left.', 'quota');
  }
}

function amountOf(bytes: number): string {
  const unit = (['GB', 'MB'] as const).find((name) => bytes >= UNITS[name]) ?? 'KB';
  return `${Math.round((bytes / UNITS[unit]) * 10) / 10} ${unit}`;
}
