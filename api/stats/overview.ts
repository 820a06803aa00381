import {
  countNewComments,
  countNewUsers,
  draftsToContinue,
  type OverviewComment,
  type OverviewDocument,
  publishedBySchedule,
  scheduledNext,
  setOverviewSeen,
  waitingComments,
} from '../../db/queries/overview.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { can } from '../access/permissions.ts';
import { type Caller, writeAs } from '../access/write.ts';
import type { OnSchedule, Overview, OverviewItem, WaitingComment } from '../contract/overview.ts';
import { IN_TIME_MS } from '../documents/publish-one-due.ts';
import type { Services } from '../services.ts';
import { safePicture } from '../users/serialize.ts';

/** Items in each list. */
const LIMIT = 5;
/** Maximum age of news, after a longer absence. */
const NEWS_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Returns the news for a writer: about everyone's posts for editors, about their own for authors.
 */
export async function readOverview(
  { database: { read }, now, env }: Pick<Services, 'database' | 'now' | 'env'>,
  user: UserRow,
): Promise<Overview> {
  const at = now();
  const earliest = new Date(at.getTime() - NEWS_MS);
  const seen = user.overviewSeenAt;
  const since = seen && seen > earliest ? seen : earliest;
  const owner = can(user, 'document.write') ? undefined : user.id;
  const [comments, users, published, drafts, scheduled, waiting] = await Promise.all([
    countNewComments(read, since, user.id, owner),
    can(user, 'user.list') ? countNewUsers(read, since) : null,
    publishedBySchedule(read, since, owner, LIMIT),
    draftsToContinue(read, user.id, owner, LIMIT),
    scheduledNext(read, owner, LIMIT),
    waitingComments(read, user.id, earliest, LIMIT),
  ]);
  return {
    at: at.toISOString(),
    since: since.toISOString(),
    isFirstVisit: seen === null,
    news: { comments, users, published: published.map(toOnSchedule) },
    drafts: drafts.map((document) => toItem(document, user)),
    scheduled: scheduled.map((document) => toItem(document, user)),
    waiting: {
      comments: waiting.comments.map((comment) => toWaiting(comment, env)),
      total: waiting.total,
    },
  };
}

/** Records that the caller has seen all events until `at`, but at most until now. */
export async function markSeen(
  services: Pick<Services, 'database' | 'env' | 'now'>,
  caller: Caller,
  at: Date,
): Promise<void> {
  const seen = new Date(Math.min(at.getTime(), services.now().getTime()));
  await writeAs(services, caller, { verb: 'document.write' }, (tx, { id }) =>
    setOverviewSeen(tx, id, seen),
  );
}

function toItem(document: OverviewDocument, user: UserRow): OverviewItem {
  const { id, userId, author, title, slug, status, updatedAt, scheduledAt } = document;
  return {
    _id: id,
    title,
    slug,
    status,
    author,
    isOwn: userId === user.id,
    updatedAt: updatedAt.toISOString(),
    scheduledAt: scheduledAt?.toISOString() ?? null,
  };
}

function toOnSchedule({ id, title, slug, ...document }: OverviewDocument): OnSchedule {
  const publishedAt = document.publishedAt ?? document.updatedAt;
  const scheduledFor = document.publishedFor ?? publishedAt;
  return {
    _id: id,
    title,
    slug,
    publishedAt: publishedAt.toISOString(),
    scheduledFor: scheduledFor.toISOString(),
    isLate: publishedAt.getTime() - scheduledFor.getTime() > IN_TIME_MS,
  };
}

function toWaiting(
  { id, content, createdAt, title, slug, ...author }: OverviewComment,
  env: Services['env'],
): WaitingComment {
  return {
    _id: id,
    content,
    createdAt: createdAt.toISOString(),
    author: { username: author.username, profilePicture: safePicture(author, env) },
    post: { title, slug },
  };
}
