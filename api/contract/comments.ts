import type { ReportReason, CommentState as StoredState } from '../../db/schema/types.ts';
import type { PublicUser } from './users.ts';

export type { CommentSortKey } from '../../db/queries/comment-columns.ts';
export type { Queue } from '../../db/queries/moderation.ts';

/** In UTF-16 code units, as a textarea counts; a line break counts as one. */
export const MAX_COMMENT_LENGTH = 200;

/** Says how long members may edit a comment. */
export function editTimeText(minutes: number): string {
  const time = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return `Comments can be edited for ${time}.`;
}

/** Removes space around the text, but keeps the indentation of the first of several lines. */
export function trimComment(text: string): string {
  const lines = text.replace(/^\s*\n/, '').trimEnd();
  return /^(?:\t| {2}).*\n/.test(lines) ? lines : lines.trim();
}

/** Only its author and moderators see a comment that isn't `visible`. */
export type CommentState = Exclude<StoredState, 'erased'>;

/** A comment with its author, so a thread takes one request. */
export interface Comment {
  _id: string;
  postId: string;
  userId: string;
  content: string;
  /** Ids of users who like it: the caller, and at most 100 others. */
  likes: string[];
  numberOfLikes: number;
  createdAt: string;
  updatedAt: string;
  /** The comment that this one replies to. It may have been deleted. */
  parentId: string | null;
  isEdited: boolean;
  state: CommentState;
  author: PublicUser;
}

/** A top comment with all comments below it. */
export interface CommentThread {
  /** The id of the top comment, even after its deletion. */
  _id: string;
  /** Null if it was deleted, but has visible replies. */
  comment: Comment | null;
  /** The first ones, oldest first. */
  replies: Comment[];
  moreReplies: number;
}

/** Limits for the comments that members write on a post. */
export interface CommentRules {
  /** In UTF-16 code units, as a textarea counts. */
  maxLength: number;
  /** Minutes in which members may edit a comment. Null: always. */
  editMinutes: number | null;
  /** The post takes comments until then. It may be in the past. Null: it always does. */
  openUntil: string | null;
}

export interface ThreadPage {
  threads: CommentThread[];
  /** The number of visible comments on the post. */
  total: number;
  /** Cursors of the next and the previous page. Null: there is none. */
  next: string | null;
  previous: string | null;
  rules: CommentRules;
  /** The caller's own comments on the post that wait for approval, oldest first. */
  held: Comment[];
}

/** The numbers that a post's file lacks: of its first threads, as guests see them. */
export interface ThreadNumbers extends Pick<ThreadPage, 'total' | 'rules'> {
  comments: Pick<Comment, '_id' | 'updatedAt' | 'numberOfLikes'>[];
  /** The ETag of `getthreads`, to ask it for changes. */
  etag: string;
}

/** What a moderator can do to a comment. */
export const MODERATIONS = ['approve', 'hold', 'spam', 'remove', 'restore'] as const;
export type Moderation = (typeof MODERATIONS)[number];

/** Days after which removed comments and spam are deleted for good. */
export const REMOVED_DAYS = 30;

/** Maximum length of a moderator's note to the author, and of a note in a member's report. */
export const MAX_NOTE_LENGTH = 500;

const FITTING: Record<Moderation, readonly CommentState[]> = {
  approve: ['held', 'spam'],
  hold: ['visible'],
  spam: ['visible', 'held'],
  remove: ['visible', 'held', 'spam'],
  restore: ['spam', 'removed'],
};

/**
 * Returns whether an action fits a comment. A visible comment can be approved only if it was
 * reported.
 */
export function fitsState(
  action: Moderation,
  { state, reports = 0 }: { state: CommentState; reports?: number | undefined },
): boolean {
  return (
    FITTING[action].includes(state) || (action === 'approve' && state === 'visible' && reports > 0)
  );
}

/** What moderators know about a comment. */
export interface ModerationFacts {
  /** Why it waits. */
  reasons: string[];
  /** The number of members who reported it, since the last decision if it's visible. */
  reports: number;
  /** The number of reports with each reason. */
  reportReasons: Partial<Record<ReportReason, number>>;
  /** How many of its author's comments are visible, and how many moderators removed. */
  history: { visible: number; removed: number; memberSince: string; isTrusted: boolean };
  /** The name of the author of the comment that this one replies to. Null if it was deleted. */
  replyTo: string | null;
}

/** A comment in the moderators' list, with its post. Facts: only if the call asks for them. */
export interface ListedComment extends Comment, Partial<ModerationFacts> {
  post: { slug: string; title: string } | null;
}

/** A comment with the facts for a moderator's decision. */
export type QueuedComment = ListedComment & ModerationFacts;

/** One comment on its own page, which mails link to. */
export interface CommentCase extends QueuedComment {
  /** The comment that it replies to. */
  parent: Comment | null;
  /** The last decision, if a moderator made it: `by` is null if their account was deleted. */
  decision: { action: string; by: PublicUser | null; at: string } | null;
}

export interface CommentReport {
  by: PublicUser;
  reason: ReportReason;
  note: string;
  at: string;
}

/** The number of comments that wait for a decision. */
export interface QueueCounts {
  held: number;
  reported: number;
}

export interface CommentQueue {
  comments: QueuedComment[];
  total: number;
}

export interface CommentList {
  comments: ListedComment[];
  totalComments: number;
  /** Comments created in the last 30 days. */
  lastMonthComments: number;
}
