import { countReports, insertReport } from '../../db/queries/comment-reports.ts';
import { lockComments } from '../../db/queries/comments-table.ts';
import { findAnyComment } from '../../db/queries/moderation.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { BadRequestError } from '../errors.ts';
import { waitUntilRemoved } from '../publish/wait-until-published.ts';
import type { Services } from '../services.ts';
import { readOwnerSettings } from '../settings/owner-settings.ts';
import { requireVerifiedEmail } from '../users/require-verified.ts';
import { hold } from './hold.ts';
import type { ReportInput } from './input.ts';
import { noComment } from './require-comment.ts';
import { recordShown } from './shown.ts';

/**
 * Reports a comment to the moderators. Returns false if the caller has done so before. With enough
 * reports, the comment waits for approval.
 */
export async function reportComment(
  services: Pick<
    Services,
    'database' | 'env' | 'now' | 'limits' | 'mailer' | 'publisher' | 'siteTarget' | 'log'
  >,
  caller: Caller,
  commentId: string,
  { reason, note = '' }: ReportInput,
): Promise<boolean> {
  const limit = { name: 'report', what: 'Too many reports' } as const;
  const removed: string[] = [];
  const isNew = await writeAs(services, caller, { limit }, async (tx, user) => {
    // Enough reports hide a comment, so reporting has the same requirements as commenting.
    await requireVerifiedEmail(tx, services, user);
    // Concurrent reports must see each other, or the limit would be missed.
    await lockComments(tx, [commentId]);
    const comment = await findAnyComment(tx, commentId);
    if (comment?.state !== 'visible') return noComment();
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
      const { postId, state } = await hold(tx, services, comment, reasons);
      removed.push(...(await recordShown(tx, services, [{ postId, was: comment.state, state }])));
    }
    return true;
  });
  if (isNew instanceof Error) throw isNew;
  await waitUntilRemoved(services, removed);
  return isNew;
}
