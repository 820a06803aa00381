import type { Database, Db } from '../../db/client.ts';
import { insertMail, type MailRow } from '../../db/queries/mail.ts';
import {
  cancelMail,
  lastMailed,
  listDueUsers,
  listForMail,
  postponeMail,
  takeDue,
} from '../../db/queries/notification-mail.ts';
import { findUserById, type UserRow } from '../../db/queries/users.ts';
import { MAILED_KINDS, type MailedKind, type MailTime } from '../../db/schema/types.ts';
import { truncate } from '../contract/truncate.ts';
import type { Notices } from '../mail/mailer.ts';
import type { CommentNoticePayload } from '../mail/texts/comments.ts';
import type { MailItem } from '../mail/texts/text.ts';
import { laneOf } from '../mail/texts/texts.ts';
import type { Services } from '../services.ts';
import { readSite } from '../site/read-site.ts';
import { nextDigest } from './digest-time.ts';
import { isMailable, preferencesOf } from './preferences.ts';
import { describeTopics } from './unsubscribe.ts';
import { createToken, signingKey, type Topic } from './unsubscribe-token.ts';

const KIND = 'comments';
/** Time between two mails to one member. The notifications in between share one mail. */
const PAUSE_MS = 10 * 60 * 1000;
/** Members per transaction: a mail that people wait for may come in between. */
const USERS = 50;
/** Notifications that one mail shows. */
const SHOWN = 20;
const MAX_WORDS = 1_000;

/** A queued mail, until it's sent. Its text is added only then, because a comment may be gone. */
interface Stored {
  userId: string;
  ids: string[];
  more: number;
}

interface Options extends Pick<Services, 'now'> {
  siteUrl: string;
}

/** Mails notifications to members who want it. */
export function createNotices(options: Options): Notices {
  return {
    queue: (database) => database.transaction((tx) => queueDue(tx, options)),
    async write(database, mail) {
      if (mail.kind !== KIND) return mail;
      const payload = await writeNotice(database, mail, options);
      return payload && { ...mail, payload: JSON.stringify(payload) };
    },
  };
}

/** Queues mail to some members with notifications that are due. Returns false if none are. */
async function queueDue(tx: Db, { now }: Pick<Options, 'now'>): Promise<boolean> {
  const at = now();
  const due = await listDueUsers(tx, at, USERS);
  if (due.length === 0) return false;
  const { timeZone } = (await readSite(tx)).site;
  const to = due.map(({ email }) => email);
  const since = new Date(at.getTime() - PAUSE_MS);
  const last = await lastMailed(tx, { kind: KIND, to, since });
  for (const user of due) {
    const lastAt = last.get(user.email);
    const until = lastAt && new Date(lastAt.getTime() + PAUSE_MS);
    await queueFor(tx, user, { now: at, timeZone, until });
  }
  return true;
}

/** Queues a mail to a member, or leaves it for later: until the pause is over, or for a digest. */
async function queueFor(
  tx: Db,
  user: UserRow,
  { now, timeZone, until }: { now: Date; timeZone: string; until: Date | undefined },
): Promise<void> {
  const kinds = kindsOf(user, now);
  if (kinds.never.length > 0) await cancelMail(tx, user, { now, kinds: kinds.never });
  if (kinds.daily.length > 0) {
    const digest = { now, until: nextDigest(now, timeZone), newOfKinds: kinds.daily };
    await postponeMail(tx, user, digest);
  }
  if (until) return await postponeMail(tx, user, { now, until });
  const ids = await takeDue(tx, user, now);
  if (ids.length === 0) return;
  const shown = ids.slice(0, SHOWN);
  const payload: Stored = { userId: user.id, ids: shown, more: ids.length - shown.length };
  await insertMail(tx, {
    kind: KIND,
    to: user.email,
    payload: JSON.stringify(payload),
    lane: laneOf(KIND),
    createdAt: now,
  });
}

function kindsOf(user: UserRow, now: Date): Record<MailTime, MailedKind[]> {
  if (!isMailable(user, now)) return { now: [], daily: [], never: [...MAILED_KINDS] };
  const preferences = preferencesOf(user);
  const of = (time: MailTime) => MAILED_KINDS.filter((kind) => preferences[kind] === time);
  return { now: of('now'), daily: of('daily'), never: of('never') };
}

/** Returns what a mail says, or `undefined` if there's nothing left, or the member wants none. */
async function writeNotice(
  database: Database,
  mail: MailRow,
  { now, siteUrl }: Options,
): Promise<CommentNoticePayload | undefined> {
  const { userId, ids, more }: Stored = JSON.parse(mail.payload);
  const db = database.read;
  const user = await findUserById(db, userId);
  if (user?.email !== mail.to || !isMailable(user, now())) return undefined;
  const preferences = preferencesOf(user);
  const found = await listForMail(db, userId, ids);
  const rows = found.filter(
    ({ kind, follows }) =>
      preferences[kind] !== 'never' && (follows !== false || !isAboutOthers(kind)),
  );
  if (rows.length === 0) return undefined;
  const topics = topicsOf(rows, userId);
  return {
    username: user.username,
    items: rows.map((row) => toItem(row, siteUrl)),
    more,
    topics: await describeTopics(db, topics),
    token: createToken(await signingKey(database), { userId, topics }),
  };
}

type Row = Awaited<ReturnType<typeof listForMail>>[number];

/** Muting a post ends mail of these kinds. */
const isAboutOthers = (kind: MailedKind) => kind === 'reply' || kind === 'comment';

/** What "Stop these emails" ends: these kinds, and following the posts of others. */
function topicsOf(rows: readonly Row[], userId: string): Topic[] {
  const topics = rows.map(({ kind, post }): Topic => {
    const isFollowed = kind === 'comment' && post.userId !== userId;
    return isFollowed ? `post:${post.id}` : kind;
  });
  return [...new Set(topics)];
}

function toItem({ kind, note, actor, words, commentId, post }: Row, siteUrl: string): MailItem {
  const name = actor ?? 'Someone';
  const on = `on “${post.title}”`;
  const sentences: Record<MailedKind, string> = {
    reply: `${name} replied to your comment ${on}`,
    comment: `${name} commented ${on}`,
    held: `Your comment ${on} is waiting for approval`,
    approved: `Your comment ${on} was approved`,
    removed: `A moderator removed your comment ${on}`,
    waiting: `A comment by ${name} ${on} is waiting for approval`,
  };
  const quote = isAboutOthers(kind) ? truncate(words ?? '', MAX_WORDS) : note;
  const path =
    kind === 'waiting'
      ? `/dashboard?tab=comments&comment=${commentId}`
      : `/post/${post.slug}#comment-${commentId}`;
  return { sentence: sentences[kind], url: siteUrl + path, ...(quote && { quote }) };
}
