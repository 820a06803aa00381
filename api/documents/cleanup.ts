import { listTrashedBefore, lockDocument } from '../../db/queries/documents.ts';
import { deleteExpiredPreviewLinks } from '../../db/queries/preview-links.ts';
import { thinRevisions } from '../../db/queries/revisions.ts';
import { TRASH_DAYS } from '../contract/documents.ts';
import type { Services } from '../services.ts';
import { inSlices } from '../slices.ts';
import { deletesMoreComments, erase } from './lifecycle.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Autosaves older than a day: one per hour is kept. Older than 30 days: one per day. */
const HOURLY_FOR_DAYS = 30;
/** Documents per transaction, so other writes get a turn. */
const ERASED_AT_ONCE = 20;

/** Empties the trash, thins out old autosaves, and deletes preview links that have ended. */
export async function cleanUpDocuments({
  database,
  now,
}: Pick<Services, 'database' | 'now'>): Promise<void> {
  const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS);
  await emptyTrash({ database }, daysAgo(TRASH_DAYS));
  const [day, month] = [daysAgo(1), daysAgo(HOURLY_FOR_DAYS)];
  await database.transaction((tx) =>
    thinRevisions(tx, { after: month, before: day, spanHours: 1 }),
  );
  await database.transaction((tx) =>
    thinRevisions(tx, { after: new Date(0), before: month, spanHours: 24 }),
  );
  await database.transaction((tx) => deleteExpiredPreviewLinks(tx, now()));
}

async function emptyTrash({ database }: Pick<Services, 'database'>, before: Date): Promise<void> {
  await inSlices(() =>
    database.transaction(async (tx) => {
      const ids = await listTrashedBefore(tx, before, ERASED_AT_ONCE);
      for (const id of ids) {
        const trashedAt = (await lockDocument(tx, id))?.trashedAt;
        // It may have been restored before the lock.
        if (!trashedAt || trashedAt >= before) continue;
        if (await deletesMoreComments(tx, id)) return null;
        await erase(tx, id);
      }
      return ids.length === 0 ? true : null;
    }),
  );
}
