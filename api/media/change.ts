import type { Db } from '../../db/client.ts';
import { updateAlt } from '../../db/queries/media.ts';
import { areUsesKnown, isUsed } from '../../db/queries/picture-uses.ts';
import { deletePicture, findPictures, type PictureRow } from '../../db/queries/pictures.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { can, notAllowed } from '../access/permissions.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { auditAs } from '../audit/record.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import type { Services } from '../services.ts';
import { removeFiles } from '../uploads/cleanup.ts';
import { nameOf } from '../uploads/storage.ts';

type MediaServices = Pick<Services, 'database' | 'env' | 'now' | 'log'>;

const RULES = { verb: 'media.change' } as const;

/** Changes the description that is suggested for future uses of the picture. */
export async function changeAlt(
  services: MediaServices,
  caller: Caller,
  { url, alt }: { url: string; alt: string },
): Promise<void> {
  await writeAs(services, caller, RULES, async (tx, user) => {
    await findOwn(tx, user, url);
    await updateAlt(tx, url, alt);
  });
}

/** Deletes a picture with its files. Throws a ConflictError while the picture is in use. */
export async function deleteUnused(
  services: MediaServices,
  caller: Caller,
  url: string,
): Promise<void> {
  const name = nameOf(url, services.env.storage);
  if (name === undefined) throw new NotFoundError('This picture does not exist.');
  const removed = await writeAs(services, caller, RULES, async (tx, user) => {
    await findOwn(tx, user, url);
    if (!(await areUsesKnown(tx))) throw notKnownYet();
    if (await isUsed(tx, name)) throw inUse();
    // The number at the start. The rest is the user's file name.
    const [subject = ''] = name.split('-');
    await auditAs(tx, services, { ...caller, user }, { action: 'media.delete', subject });
    return await deletePicture(tx, url);
  });
  if (removed) await removeFiles(services, removed, name);
}

function notKnownYet(): ConflictError {
  return new ConflictError(
    'Inkwell is still finding out where pictures are used. Please try again later.',
  );
}

function inUse(): ConflictError {
  return new ConflictError('This picture is in use. Remove it from there first.');
}

async function findOwn(db: Db, user: UserRow, url: string): Promise<PictureRow> {
  const [picture] = await findPictures(db, [url]);
  if (picture === undefined) throw new NotFoundError('This picture does not exist.');
  const owner = picture.userId ?? undefined;
  if (!can(user, 'media.change', { owner })) throw notAllowed('media.change');
  return picture;
}
