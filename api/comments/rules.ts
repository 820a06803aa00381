import type { Db } from '../../db/client.ts';
import { findCommentable } from '../../db/queries/comments.ts';
import { hasVisibleComment } from '../../db/queries/moderation.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { can } from '../access/permissions.ts';
import { type CommentRules, editTimeText } from '../contract/comments.ts';
import { BadRequestError, CommentsClosedError, ForbiddenError } from '../errors.ts';
import { readOwnerSettings } from '../settings/owner-settings.ts';
import { blockedEntries, linkedHosts } from './block-list.ts';

type Settings = Awaited<ReturnType<typeof readOwnerSettings>>;

/** Throws a BadRequestError if a text is longer than members may write. */
export function requireLength(content: string, { commentLength }: Settings): void {
  if (content.length <= commentLength) return;
  throw new BadRequestError(`A comment may have at most ${commentLength} characters.`);
}

/** Throws a ForbiddenError if the time in which members may edit a comment is over. */
export function requireEditable(
  user: UserRow,
  { createdAt }: { createdAt: Date },
  { commentEditMinutes: minutes }: Settings,
  now: Date,
): void {
  if (minutes === null || can(user, 'comment.moderate')) return;
  if (now.getTime() - createdAt.getTime() < minutes * 60_000) return;
  throw new ForbiddenError(editTimeText(minutes));
}

const DAY_MS = 24 * 60 * 60 * 1000;

interface Commentable {
  createdAt: Date;
  commentsClosed: boolean;
}

/** Throws a CommentsClosedError if a post takes no comments: it's closed, or too old. */
export function requireOpen(post: Commentable, settings: Settings, now: Date): void {
  const until = openUntil(post, settings);
  if (post.commentsClosed || (until !== null && now >= until)) throw new CommentsClosedError();
}

/**
 * Returns when a post stops taking comments: its publication time, if an author closed its
 * comments.
 */
function openUntil(
  { createdAt, commentsClosed }: Commentable,
  { commentsCloseAfterDays: days }: Settings,
): Date | null {
  if (commentsClosed) return createdAt;
  return days === null ? null : new Date(createdAt.getTime() + days * DAY_MS);
}

/** Returns the rules that the comments on a post must follow. */
export async function readRules(db: Db, postId: string): Promise<CommentRules> {
  const [post, settings] = await Promise.all([findCommentable(db, postId), readOwnerSettings(db)]);
  return {
    maxLength: settings.commentLength,
    editMinutes: settings.commentEditMinutes,
    openUntil: (post && openUntil(post, settings)?.toISOString()) ?? null,
  };
}

/**
 * Returns why a comment must wait for approval, in the order of the rules; none if it needn't.
 * Moderators never wait, and trusted members only for words and sites on the block list.
 */
export async function reasonsToHold(
  db: Db,
  author: UserRow,
  content: string,
  settings: Settings,
): Promise<string[]> {
  if (can(author, 'comment.moderate')) return [];
  const commentHold = author.isTrusted ? 'none' : settings.commentHold;
  const reasons: string[] = [];
  if (commentHold === 'links' && linkedHosts(content).length > 0) reasons.push('Contains a link');
  const blocked = blockedEntries(content, settings.commentBlockList);
  reasons.push(...blocked.map((entry) => `Contains “${entry}”`));
  if (commentHold === 'all') reasons.push('All comments wait for approval');
  if (commentHold === 'first' && !(await hasVisibleComment(db, author.id))) {
    reasons.push('This member has no approved comment yet');
  }
  return reasons;
}
