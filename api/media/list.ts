import type { Db } from '../../db/client.ts';
import { listLibrary } from '../../db/queries/media.ts';
import { areUsesKnown, listUses, type PictureUseRow } from '../../db/queries/picture-uses.ts';
import type { PictureRow } from '../../db/queries/pictures.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { can } from '../access/permissions.ts';
import type { MediaList, MediaPicture, PictureUse } from '../contract/media.ts';
import type { Services } from '../services.ts';
import { nameOf, urlOf } from '../uploads/storage.ts';

/** A picture in thousands of posts lists only some of them. */
const MAX_USES = 50;

interface Wanted {
  startIndex: number;
  limit: number;
  searchTerm?: string | undefined;
  unused?: '1' | undefined;
}

/** Returns a page of pictures: authors get their own, editors get all. */
export async function listMedia(
  { database, env }: Pick<Services, 'database' | 'env'>,
  user: UserRow,
  { startIndex, limit, searchTerm = '', unused }: Wanted,
): Promise<MediaList> {
  const db = database.read;
  const usesKnown = await areUsesKnown(db);
  // Don't list any picture as unused until that's certain.
  if (unused && !usesKnown) return { pictures: [], totalPictures: 0, usesKnown };
  const filter = {
    base: urlOf('', env.storage),
    userId: can(user, 'media.list') ? undefined : user.id,
    searchTerm: searchTerm.trim(),
    isUnused: unused === '1',
  };
  const { rows, total } = await listLibrary(db, filter, { startIndex, limit });
  const named = rows.map((row) => ({ row, name: nameOf(row.url, env.storage) ?? row.url }));
  const uses = await usesOf(
    db,
    named.map(({ name }) => name),
  );
  const pictures = named.map(({ row, name }) => toMedia(row, name, uses.get(name) ?? [], user));
  return { pictures, totalPictures: total, usesKnown };
}

async function usesOf(db: Db, names: string[]): Promise<Map<string, PictureUseRow[]>> {
  const rows = await listUses(db, names, MAX_USES);
  return Map.groupBy(rows, ({ picture }) => picture);
}

function toMedia(
  row: PictureRow,
  name: string,
  uses: PictureUseRow[],
  user: UserRow,
): MediaPicture {
  const { url, width, height, widths, alt, bytes, createdAt } = row;
  return {
    url,
    width,
    height,
    widths,
    name,
    alt,
    bytes,
    createdAt: createdAt.toISOString(),
    uses: uses.map((use) => toUse(use, user)),
    totalUses: uses[0]?.total ?? 0,
  };
}

/** Hides titles that `user` may not see. */
function toUse({ kind, id, userId, title, slug }: PictureUseRow, user: UserRow): PictureUse {
  const isPublic = kind === 'post' || kind === 'profile';
  const isShown = isPublic || can(user, 'document.write', { owner: userId });
  return { kind, id: isShown ? id : '', title: isShown ? title : '', ...(slug && { slug }) };
}
