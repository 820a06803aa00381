import type { Db } from '../../db/client.ts';
import { listAudit } from '../../db/queries/audit.ts';
import type { Comment } from '../../db/queries/comment-columns.ts';
import { countReports } from '../../db/queries/comment-reports.ts';
import { putState, UNAPPROVED } from '../../db/queries/comment-states.ts';
import { lockComments } from '../../db/queries/comments-table.ts';
import { type AnyComment, findAnyComment } from '../../db/queries/moderation.ts';
import { findUserById, updateUser } from '../../db/queries/users.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { auditAs } from '../audit/record.ts';
import { fitsState, MODERATIONS } from '../contract/comments.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import { notifyOfDecision, notifyOfUndo } from '../notifications/notify.ts';
import { waitUntilRemoved } from '../publish/wait-until-published.ts';
import type { Services } from '../services.ts';
import type { ModerateInput } from './input.ts';
import { noComment, requireAnyComment } from './require-comment.ts';
import { type ChangedComment, recordShown } from './shown.ts';

type Action = ModerateInput['action'];
type State = Comment['state'];
type ModerationServices = Pick<
  Services,
  'database' | 'env' | 'now' | 'mailer' | 'publisher' | 'siteTarget' | 'log'
>;

const BY_MODERATOR = 'Held by a moderator';
const VERB = { verb: 'comment.moderate' } as const;

const PAST: Record<Action, string> = {
  approve: 'approved',
  hold: 'held',
  spam: 'marked as spam',
  remove: 'removed',
  restore: 'restored',
};

/**
 * Applies a decision to a comment, and returns it. Restoring one that was held before makes it wait
 * again. Throws a ConflictError if the action doesn't fit its state.
 */
export async function moderateComment(
  services: ModerationServices,
  caller: Caller,
  commentId: string,
  input: ModerateInput,
): Promise<Comment> {
  const [comment] = await decideAll(services, caller, [commentId], async (tx) => {
    const decided = await decide(tx, services, caller, commentId, input);
    if (decided !== undefined) return decided;
    const { state } = await requireAnyComment(tx, commentId);
    throw new ConflictError(`A ${state} comment can't be ${PAST[input.action]}.`);
  });
  if (comment === undefined) throw noComment();
  return comment;
}

/** Applies a decision to the comments whose state fits the action. Returns their number. */
export async function moderateComments(
  services: ModerationServices,
  caller: Caller,
  { ids, action }: { ids: string[]; action: Action },
): Promise<number> {
  const decideOne = (tx: Db, id: string) => decide(tx, services, caller, id, { action });
  return (await decideAll(services, caller, ids, decideOne)).length;
}

/**
 * Applies decisions to comments in one transaction, and waits until no page shows removed ones.
 * Returns those that changed.
 */
async function decideAll<T extends ChangedComment>(
  services: ModerationServices,
  caller: Caller,
  ids: string[],
  work: (tx: Db, id: string) => Promise<T | undefined>,
): Promise<T[]> {
  const { changed, removed } = await writeAs(services, caller, VERB, async (tx) => {
    await lockComments(tx, ids);
    const changed: T[] = [];
    // Sorted: two calls for the same comments must lock their authors in the same order.
    for (const id of [...new Set(ids)].sort()) {
      const one = await work(tx, id);
      if (one !== undefined) changed.push(one);
    }
    return { changed, removed: await recordShown(tx, services, changed) };
  });
  await waitUntilRemoved(services, removed);
  return changed;
}

/** The details of a decision in the audit log, to undo it. */
interface Decision {
  from: State;
  to: State;
  /** Of the comment, before. */
  stateAt: string | null;
  reasons: string[];
  /** The decision made its author trusted. */
  trusted?: boolean;
}

interface Wanted extends Pick<ModerateInput, 'action' | 'note' | 'trust'> {
  /** The verb in the audit log. Defaults to the action. */
  loggedAs?: string;
}

/**
 * Applies a decision to a comment, which the caller has locked. Returns `undefined` if the action
 * doesn't fit its state.
 */
export async function decide(
  tx: Db,
  services: Pick<Services, 'env' | 'now' | 'mailer'>,
  caller: Caller,
  id: string,
  { action, note, trust, loggedAs = action }: Wanted,
): Promise<(Comment & ChangedComment) | undefined> {
  const comment = await findAnyComment(tx, id);
  if (comment === undefined || comment.state === 'erased') return undefined;
  const reports = await countReports(tx, id);
  if (!fitsState(action, { state: comment.state, reports })) return undefined;
  const state = stateAfter(action, comment);
  const reasons = reasonsAfter(action, comment);
  // The time also marks the reports of a visible comment as handled.
  await putState(tx, id, { state, stateAt: services.now(), reasons });
  if (state !== comment.state) {
    const decision = { moderatorId: caller.user.id, note };
    await notifyOfDecision(tx, services, { ...comment, state }, decision);
  }
  const trusted = trust === true && (await setTrust(tx, services, comment.userId, true));
  const decision: Decision = {
    from: comment.state,
    to: state,
    reasons: comment.reasons,
    stateAt: comment.stateAt?.toISOString() ?? null,
    ...(trusted && { trusted }),
  };
  await auditAs(tx, services, caller, {
    action: `comment.${loggedAs}`,
    subject: id,
    details: { ...factsOf(comment), ...decision, ...(note && { note }) },
  });
  return { ...comment, was: comment.state, state, reasons };
}

const factsOf = ({ userId, postId }: Comment) => ({ userId, postId });

function stateAfter(action: Action, { reasons }: Comment): State {
  if (action === 'restore') return reasons.length > 0 ? 'held' : 'visible';
  return ({ approve: 'visible', hold: 'held', spam: 'spam', remove: 'removed' } as const)[action];
}

function reasonsAfter(action: Action, { state, reasons }: Comment): string[] {
  if (action === 'approve') return [];
  if (action === 'hold') return [BY_MODERATOR];
  return state === 'held' && reasons.length === 0 ? UNAPPROVED : reasons;
}

/** Returns whether it changed something. */
async function setTrust(
  tx: Db,
  { now }: Pick<Services, 'now'>,
  userId: string,
  isTrusted: boolean,
): Promise<boolean> {
  const user = await findUserById(tx, userId);
  if (user === undefined || user.isTrusted === isTrusted) return false;
  await updateUser(tx, userId, { isTrusted }, now());
  return true;
}

/** Trusts a member, so that their comments don't wait for approval, or stops trusting them. */
export async function trustMember(
  services: ModerationServices,
  caller: Caller,
  userId: string,
  isTrusted: boolean,
): Promise<void> {
  await writeAs(services, caller, VERB, async (tx) => {
    if ((await findUserById(tx, userId)) === undefined) {
      throw new NotFoundError('There is no such user.');
    }
    if (!(await setTrust(tx, services, userId, isTrusted))) return;
    const details = { from: !isTrusted, to: isTrusted };
    await auditAs(tx, services, caller, { action: 'user.trust', subject: userId, details });
  });
}

const DECISIONS = [...MODERATIONS, 'delete', 'undo'].map((verb) => `comment.${verb}`);
/** How many entries to search for the last decision. Moderators' edits can follow it. */
const LATEST = 20;

/** Returns the audit log's entry of the last decision about a comment. */
export async function findDecision(
  db: Db,
  { id, userId, state, stateAt }: Pick<AnyComment, 'id' | 'userId' | 'state' | 'stateAt'>,
) {
  const page = { startIndex: 0, limit: LATEST };
  const entries = await listAudit(db, page, { subject: id, action: 'comment.' });
  const last = entries.find(({ action }) => DECISIONS.includes(action));
  if (state !== 'removed' || stateAt === null) return last;
  // Removing all of a member's comments is logged for the member.
  const acts = await listAudit(db, page, { subject: userId, action: 'comment.removeall' });
  const at = stateAt.toISOString();
  return acts.find(({ details }) => JSON.parse(details).removedAt === at) ?? last;
}

/**
 * Restores comments to their states before the caller's decisions, if these are the latest ones.
 * Returns the number of comments.
 */
export async function undoDecisions(
  services: ModerationServices,
  caller: Caller,
  ids: string[],
): Promise<number> {
  const undoOne = (tx: Db, id: string) => undoDecision(tx, services, caller, id);
  return (await decideAll(services, caller, ids, undoOne)).length;
}

async function undoDecision(
  tx: Db,
  services: Pick<Services, 'env' | 'now' | 'mailer'>,
  caller: Caller,
  id: string,
): Promise<ChangedComment | undefined> {
  const comment = await findAnyComment(tx, id);
  const last = comment && (await findDecision(tx, comment));
  const isOwn = last?.actor === caller.user.id && last.action !== 'comment.undo';
  if (comment === undefined || !isOwn) return undefined;
  const { from, to, stateAt, reasons, trusted }: Partial<Decision> = JSON.parse(last.details);
  // Entries of older releases don't record the previous state.
  if (from === undefined || reasons === undefined || comment.state !== to) return undefined;
  await putState(tx, id, { state: from, stateAt: stateAt ? new Date(stateAt) : null, reasons });
  await notifyOfUndo(tx, services, { ...comment, state: from });
  if (trusted) await setTrust(tx, services, comment.userId, false);
  await auditAs(tx, services, caller, {
    action: 'comment.undo',
    subject: id,
    details: { ...factsOf(comment), from: to, to: from },
  });
  return { postId: comment.postId, was: to, state: from };
}
