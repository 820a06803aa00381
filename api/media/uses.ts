import type { Db } from '../../db/client.ts';
import { listPicturedTexts, type PicturedTexts } from '../../db/queries/media.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { can } from '../auth/permissions.ts';
import type { PictureUse } from '../contract/media.ts';
import { namesIn } from '../uploads/picture-files.ts';

/** Where each picture is used, by the name of its file. */
export type Uses = ReadonlyMap<string, PictureUse[]>;

/**
 * Reads where pictures are used. A post, its draft and its versions count once. Titles of what
 * `user` may not open stay secret.
 */
export async function findUses(db: Db, user: Pick<UserRow, 'id' | 'role'>): Promise<Uses> {
  const uses = new Map<string, PictureUse[]>();
  const seen = new Set<string>();
  for await (const source of listPicturedTexts(db)) {
    for (const name of namesIn(source.texts)) {
      const key = `${name} ${source.id}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const found = uses.get(name);
      if (found === undefined) uses.set(name, [toUse(source, user)]);
      else found.push(toUse(source, user));
    }
  }
  return uses;
}

function toUse(
  { kind, id, userId, title, slug }: PicturedTexts,
  user: Pick<UserRow, 'id' | 'role'>,
) {
  const isPublic = kind === 'post' || kind === 'profile';
  const isShown = isPublic || can(user, 'document.write', { owner: userId });
  return { kind, id: isShown ? id : '', title: isShown ? title : '', ...(slug && { slug }) };
}
