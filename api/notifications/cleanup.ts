import { forgetMailBefore } from '../../db/queries/notification-mail.ts';
import { deleteOldNotifications } from '../../db/queries/notifications.ts';
import type { Services } from '../services.ts';
import { inSlices } from '../slices.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_MS = 365 * DAY_MS;
const KEPT_READ_MS = 90 * DAY_MS;
/** A comment that was out of sight that long is old news. */
const MAIL_MS = 7 * DAY_MS;
const SLICE = 1_000;

/** Deletes notifications that were read 90 days ago, and all after a year. */
export async function cleanUpNotifications({
  database,
  now,
}: Pick<Services, 'database' | 'now'>): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms);
  const old = { before: before(KEPT_MS), readBefore: before(KEPT_READ_MS), limit: SLICE };
  await inSlices(() =>
    database.transaction(async (tx) => (await deleteOldNotifications(tx, old)) < SLICE || null),
  );
  await database.transaction((tx) => forgetMailBefore(tx, before(MAIL_MS)));
}
