import { listLibrary } from '../../db/queries/media.ts';
import type { PictureRow } from '../../db/queries/pictures.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { can } from '../auth/permissions.ts';
import type { MediaList, MediaPicture, PictureUse } from '../contract/media.ts';
import type { Services } from '../services.ts';
import { nameOf } from '../uploads/storage.ts';
import { findUses } from './uses.ts';

interface Wanted {
  startIndex: number;
  limit: number;
  searchTerm?: string | undefined;
  unused?: '1' | undefined;
}

/** Returns a page of the pictures: their own for authors, all for editors. */
export async function listMedia(
  { database, env }: Pick<Services, 'database' | 'env'>,
  user: UserRow,
  { startIndex, limit, searchTerm = '', unused }: Wanted,
): Promise<MediaList> {
  const owner = can(user, 'media.list') ? undefined : user.id;
  const rows = await listLibrary(database.read, owner);
  const term = searchTerm.trim().toLowerCase();
  const named = rows.flatMap((row) => {
    const name = nameOf(row.url, env.storage);
    const isFound = `${name} ${row.alt}`.toLowerCase().includes(term);
    return name !== undefined && isFound ? [{ row, name }] : [];
  });
  const uses = await findUses(database.read, user);
  const found = unused ? named.filter(({ name }) => !uses.has(name)) : named;
  const page = found.slice(startIndex, startIndex + limit);
  return {
    pictures: page.map(({ row, name }) => toMedia(row, name, uses.get(name) ?? [])),
    totalPictures: found.length,
  };
}

function toMedia(row: PictureRow, name: string, uses: PictureUse[]): MediaPicture {
  const { url, width, height, widths, alt, bytes, createdAt } = row;
  return { url, width, height, widths, name, alt, bytes, createdAt: createdAt.toISOString(), uses };
}
