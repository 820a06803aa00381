import { countReports, insertReport } from '../../db/queries/comment-reports.ts';
import { setState } from '../../db/queries/comments-table.ts';
import { findAnyComment } from '../../db/queries/moderation.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { BadRequestError, NotFoundError } from '../errors.ts';
import { notifyOfHold } from '../notifications/notify.ts';
import type { Services } from '../services.ts';
import { readOwnerSettings } from '../settings/owner-settings.ts';
import type { ReportInput } from './input.ts';

/**
 * Reports a comment to the moderators. Returns false if the caller has done so before. With enough
 * reports, the comment waits for approval.
 */
export async function reportComment(
  services: Pick<Services, 'database' | 'env' | 'now' | 'limits' | 'mailer'>,
  caller: Caller,
  commentId: string,
  { reason, note = '' }: ReportInput,
): Promise<boolean> {
  const limit = { name: 'report', what: 'Too many reports' } as const;
  const isNew = await writeAs(services, caller, { limit }, async (tx, user) => {
    const comment = await findAnyComment(tx, commentId);
    if (comment?.state !== 'visible') return new NotFoundError('There is no such comment.');
    if (comment.userId === user.id) {
      return new BadRequestError("You can't report your own comment. You can delete it.");
    }
    const createdAt = services.now();
    const report = { commentId, userId: user.id, reason, note, createdAt };
    if (!(await insertReport(tx, report))) return false;
    const { reportsToHold } = await readOwnerSettings(tx);
    const reports = await countReports(tx, commentId);
    if (reportsToHold > 0 && reports >= reportsToHold) {
      const reasons = [reports === 1 ? 'Reported by a member' : `Reported by ${reports} members`];
      await setState(tx, [commentId], { state: 'held', now: createdAt, reasons });
      await notifyOfHold(tx, services, comment);
    }
    return true;
  });
  if (isNew instanceof Error) throw isNew;
  return isNew;
}
