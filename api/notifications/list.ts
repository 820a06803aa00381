import { z } from 'zod';
import {
  countNotifications,
  countUnread,
  listNotifications,
  markRead,
} from '../../db/queries/notifications.ts';
import type { Page } from '../../db/queries/query.ts';
import type { NotificationKind } from '../../db/schema/types.ts';
import { type Caller, writeAs } from '../access/write.ts';
import type { NotificationList } from '../contract/notifications.ts';
import { NotFoundError } from '../errors.ts';
import { paging } from '../http/paging.ts';
import type { Services } from '../services.ts';
import { toPublicUser } from '../users/serialize.ts';

export const listQuery = z.object(paging(20));

export const readInput = z
  .object({
    /** Marks all up to this one. */
    upTo: z.string('upTo must be an id.').optional(),
    /** Marks only this one. */
    only: z.string('only must be an id.').optional(),
  })
  .refine(
    ({ upTo, only }) => (upTo === undefined) !== (only === undefined),
    'upTo must be the id of a notification.',
  );

/** Returns a page of a member's notifications, newest first, and the number of unread ones. */
export async function readNotifications(
  { database, env }: Pick<Services, 'database' | 'env'>,
  userId: string,
  page: Page,
): Promise<NotificationList> {
  const db = database.read;
  const [rows, total, unread] = await Promise.all([
    listNotifications(db, userId, page),
    countNotifications(db, userId),
    countUnread(db, userId),
  ]);
  const notifications = rows.map(({ id, createdAt, readAt, actor, kind, ...row }) => ({
    _id: id,
    // The query leaves out the kind that is only mailed.
    kind: kind as NotificationKind,
    at: createdAt.toISOString(),
    read: readAt !== null,
    actor: actor && toPublicUser(actor, env),
    ...row,
  }));
  return { notifications, total, unread };
}

/** Marks the caller's notifications as read. Returns the number of unread ones. */
export async function readUpTo(
  services: Pick<Services, 'database' | 'env' | 'now'>,
  caller: Caller,
  { upTo, only }: z.output<typeof readInput>,
): Promise<number> {
  return await writeAs(services, caller, {}, async (tx, { id: userId }) => {
    const which = { userId, id: only ?? upTo ?? '', only: only !== undefined };
    const isFound = await markRead(tx, { ...which, now: services.now() });
    if (!isFound) throw new NotFoundError('There is no such notification.');
    return await countUnread(tx, userId);
  });
}
