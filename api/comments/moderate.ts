import type { Db } from '../../db/client.ts';
import type { Comment } from '../../db/queries/comment-columns.ts';
import { setState } from '../../db/queries/comments-table.ts';
import {
  countReports,
  deleteReports,
  findAnyComment,
  historiesOf,
  insertReport,
  listQueue,
} from '../../db/queries/moderation.ts';
import { findPostTitles } from '../../db/queries/posts.ts';
import { updateUser } from '../../db/queries/users.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { auditAs } from '../audit/record.ts';
import type { CommentQueue } from '../contract/comments.ts';
import { BadRequestError, ConflictError, NotFoundError } from '../errors.ts';
import type { Services } from '../services.ts';
import { readOwnerSettings } from '../settings/owner-settings.ts';
import type { ModerateInput, QueueQuery, ReportInput } from './input.ts';
import { toComment, withFewerLikes } from './list.ts';

type Action = ModerateInput['action'];
type State = Comment['state'];

const NO_COMMENT = 'There is no such comment.';
const BY_MODERATOR = 'Held by a moderator';

/** The states that an action fits. `approve` also fits a visible comment that was reported. */
const FROM: Record<Action, readonly State[]> = {
  approve: ['held', 'spam'],
  hold: ['visible'],
  spam: ['visible', 'held'],
  remove: ['visible', 'held', 'spam'],
  restore: ['spam', 'removed'],
};

const PAST: Record<Action, string> = {
  approve: 'approved',
  hold: 'held',
  spam: 'marked as spam',
  remove: 'removed',
  restore: 'restored',
};

/**
 * Decides about a comment, and returns it. Restoring one that was held before makes it wait again.
 * Throws a ConflictError if the action doesn't fit its state.
 */
export async function moderateComment(
  services: Pick<Services, 'database' | 'env' | 'now'>,
  caller: Caller,
  commentId: string,
  input: ModerateInput,
): Promise<Comment> {
  return await writeAs(services, caller, { verb: 'comment.moderate' }, async (tx) => {
    const comment = await decide(tx, services, caller, commentId, input);
    if (comment === undefined) {
      const current = await findAnyComment(tx, commentId);
      if (current === undefined) throw new NotFoundError(NO_COMMENT);
      throw new ConflictError(`A ${current.state} comment can't be ${PAST[input.action]}.`);
    }
    return comment;
  });
}

/** Decides about comments whose state fits the action. Returns their number. */
export async function moderateComments(
  services: Pick<Services, 'database' | 'env' | 'now'>,
  caller: Caller,
  { ids, action }: { ids: string[]; action: Action },
): Promise<number> {
  return await writeAs(services, caller, { verb: 'comment.moderate' }, async (tx) => {
    let changed = 0;
    // In one order, so that two moderators don't wait for each other.
    for (const id of [...new Set(ids)].sort()) {
      if (await decide(tx, services, caller, id, { action })) changed += 1;
    }
    return changed;
  });
}

async function decide(
  tx: Db,
  services: Pick<Services, 'now'>,
  caller: Caller,
  id: string,
  { action, note, trust }: Pick<ModerateInput, 'action' | 'note' | 'trust'>,
): Promise<Comment | undefined> {
  const comment = await findAnyComment(tx, id);
  if (comment === undefined) return undefined;
  const isReported = action === 'approve' && comment.state === 'visible';
  const fits = isReported ? (await countReports(tx, id)) > 0 : FROM[action].includes(comment.state);
  if (!fits) return undefined;
  const state = stateAfter(action, comment);
  if (!isReported) {
    const reasons = { approve: [], hold: [BY_MODERATOR] }[action as string];
    const changed = await setState(tx, [id], { state, now: services.now(), reasons });
    if (changed.length === 0) return undefined;
  }
  await deleteReports(tx, [id]);
  if (trust) await updateUser(tx, comment.userId, { isTrusted: true }, services.now());
  await auditAs(tx, services, caller, {
    action: `comment.${action}`,
    subject: id,
    details: { userId: comment.userId, postId: comment.postId, ...(note && { note }) },
  });
  return { ...comment, state };
}

function stateAfter(action: Action, { reasons }: Comment): State {
  if (action === 'restore') return reasons.length > 0 ? 'held' : 'visible';
  return ({ approve: 'visible', hold: 'held', spam: 'spam', remove: 'removed' } as const)[action];
}

/** Returns a page of a moderator's queue. */
export async function readQueue(
  { database, env }: Pick<Services, 'database' | 'env'>,
  { state, ...page }: QueueQuery,
): Promise<CommentQueue> {
  const db = database.read;
  const { rows, total } = await listQueue(db, state, page);
  const unique = (ids: string[]) => [...new Set(ids)];
  const [titles, histories] = await Promise.all([
    findPostTitles(db, unique(rows.map(({ postId }) => postId))),
    historiesOf(db, unique(rows.map(({ userId }) => userId))),
  ]);
  const posts = new Map(titles.map(({ id, slug, title }) => [id, { slug, title }]));
  return {
    comments: withFewerLikes(rows).map((row) => ({
      ...toComment(row, env),
      post: posts.get(row.postId) ?? null,
      reasons: row.reasons,
      reports: row.reports,
      history: histories.get(row.userId) ?? { visible: 0, removed: 0 },
    })),
    total,
  };
}

/**
 * Reports a comment to the moderators. Returns false if the caller has done so before. With enough
 * reports, the comment waits for approval.
 */
export async function reportComment(
  services: Pick<Services, 'database' | 'env' | 'now' | 'limits'>,
  caller: Caller,
  commentId: string,
  { reason, note = '' }: ReportInput,
): Promise<boolean> {
  const limit = { name: 'report', what: 'Too many reports' } as const;
  const isNew = await writeAs(services, caller, { limit }, async (tx, user) => {
    const comment = await findAnyComment(tx, commentId);
    if (comment?.state !== 'visible') return new NotFoundError(NO_COMMENT);
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
    }
    return true;
  });
  if (isNew instanceof Error) throw isNew;
  return isNew;
}
