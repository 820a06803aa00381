import type { Db } from '../../db/client.ts';
import { findPictures } from '../../db/queries/pictures.ts';
import type { UserRow } from '../../db/queries/users.ts';
import type { Env } from '../env.ts';
import { BadRequestError } from '../errors.ts';

const LOCAL = '/uploads/';

/**
 * Checks what a user wants as profile picture: one in our storage must be a profile picture that this user
 * has uploaded, and not have been deleted since. Addresses elsewhere, generated avatars and what the user
 * has already are not looked at.
 *
 * @returns the address to store; `https://our.site/uploads/…` is stored as `/uploads/…`
 * @throws {BadRequestError}
 */
export async function ownProfilePicture(
  tx: Db,
  env: Pick<Env, 'siteUrl' | 'storage'>,
  user: UserRow,
  wanted: string,
): Promise<string> {
  if (wanted === user.profilePicture) return wanted;
  const url = addressInStorage(env, wanted);
  if (url === undefined) return wanted;
  const [picture] = await findPictures(tx, [url]);
  if (picture?.kind === 'profile' && picture.userId === user.id) return url;
  throw new BadRequestError(
    'This picture is not one of your uploads, or it was removed. Please upload it again.',
  );
}

/** The address as the table of pictures has it; undefined for one that isn't in our storage. */
function addressInStorage(
  { siteUrl, storage }: Pick<Env, 'siteUrl' | 'storage'>,
  wanted: string,
): string | undefined {
  if (wanted.toLowerCase().startsWith(LOCAL)) return wanted;
  const url = URL.parse(wanted);
  if (url === null) return undefined;
  if (url.origin === siteUrl && url.pathname.startsWith(LOCAL)) {
    return url.pathname + url.search + url.hash;
  }
  if (storage.kind !== 's3') return undefined;
  const base = new URL(`${storage.publicUrl}/`).href;
  return url.href.startsWith(base)
    ? `${storage.publicUrl}/${url.href.slice(base.length)}`
    : undefined;
}
