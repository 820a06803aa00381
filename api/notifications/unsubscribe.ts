import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import { deleteFollow, findFollow, saveFollow } from '../../db/queries/comment-follows.ts';
import { findPostTitles } from '../../db/queries/posts.ts';
import { hasPost } from '../../db/queries/posts-table.ts';
import { findUserById, lockUser, type UserRow, updateUser } from '../../db/queries/users.ts';
import type { MailedKind } from '../../db/schema/types.ts';
import type { UnsubscribeInfo } from '../contract/notifications.ts';
import { BadTokenError } from '../errors.ts';
import type { Services } from '../services.ts';
import { countWrongTokens } from '../tokens/redeem.ts';
import { DEFAULTS, preferencesOf } from './preferences.ts';
import { readToken, type Topic, type Unsubscription } from './unsubscribe-token.ts';

const UNKNOWN = "This link isn't valid. Maybe it was copied only in part.";

/** Treats any other input as a bad token. */
const token = z.string().catch('');

export const unsubscribeInput = z.object({
  token,
  /** True turns the mail on again. */
  undo: z.boolean('undo must be true or false.').optional(),
});

export const unsubscribeInfoInput = z.object({ token });

const TEXTS: Record<MailedKind, string> = {
  reply: 'replies to your comments',
  comment: 'comments on your posts and in conversations you follow',
  held: 'your comments that are waiting for approval',
  approved: 'your comments that were approved',
  removed: 'your comments that were removed',
  waiting: 'comments that are waiting for your approval',
};

/** Describes topics to their owner. */
export async function describeTopics(db: Db, topics: readonly Topic[]): Promise<string[]> {
  const ids = topics.flatMap((topic) => postIdOf(topic) ?? []);
  const titles = new Map((await findPostTitles(db, ids)).map(({ id, title }) => [id, title]));
  return topics.map((topic) => {
    const postId = postIdOf(topic);
    if (postId === undefined) return TEXTS[topic as MailedKind];
    const title = titles.get(postId);
    return title === undefined ? 'comments on a post' : `comments on “${title}”`;
  });
}

function postIdOf(topic: Topic): string | undefined {
  return topic.startsWith('post:') ? topic.slice('post:'.length) : undefined;
}

/** Returns which mail a link stops, and for whom. Changes nothing. Throws a BadTokenError. */
export async function describeUnsubscription(
  services: Services,
  secret: string,
  address: string,
): Promise<UnsubscribeInfo> {
  const { read } = services.database;
  return await countWrongTokens(services, address, async () => {
    const unsubscription = await requireToken(read, secret);
    const user = await findUserById(read, unsubscription.userId);
    if (user === undefined) throw new BadTokenError(UNKNOWN);
    return await toInfo(read, user, unsubscription);
  });
}

/**
 * Stops the mail that a link is about, or turns it back on. Needs no session, because the mail is
 * the proof. Idempotent. Throws a BadTokenError.
 */
export async function unsubscribe(
  services: Services,
  { token: secret, undo = false }: z.output<typeof unsubscribeInput>,
  address: string,
): Promise<UnsubscribeInfo> {
  const { database } = services;
  return await countWrongTokens(services, address, () =>
    database.transaction(async (tx) => {
      const unsubscription = await requireToken(tx, secret);
      const user = await lockUser(tx, unsubscription.userId);
      if (user === undefined) throw new BadTokenError(UNKNOWN);
      const changed = await change(tx, services, user, { ...unsubscription, isOn: undo });
      return await toInfo(tx, changed, unsubscription);
    }),
  );
}

async function requireToken(db: Db, secret: string): Promise<Unsubscription> {
  const unsubscription = await readToken(db, secret);
  if (unsubscription === undefined) throw new BadTokenError(UNKNOWN);
  return unsubscription;
}

async function change(
  tx: Db,
  { now }: Pick<Services, 'now'>,
  user: UserRow,
  { topics, isOn }: { topics: Topic[]; isOn: boolean },
): Promise<UserRow> {
  const notify = { ...user.notify };
  for (const topic of topics) {
    const postId = postIdOf(topic);
    if (postId !== undefined) await changeFollow(tx, user.id, postId, isOn);
    else notify[topic as MailedKind] = isOn ? valueWhenOn(topic as MailedKind) : 'never';
  }
  return (await updateUser(tx, user.id, { notify }, now())) ?? user;
}

/** Someone who asks for mail that is off by default wants it at once. */
function valueWhenOn(kind: MailedKind) {
  return DEFAULTS[kind] === 'never' ? 'now' : DEFAULTS[kind];
}

async function changeFollow(tx: Db, userId: string, postId: string, isOn: boolean) {
  const follows = await findFollow(tx, userId, postId);
  if (!isOn && follows === true) await deleteFollow(tx, userId, postId);
  // A post that was muted since then stays muted.
  if (isOn && follows === null && (await hasPost(tx, postId))) {
    await saveFollow(tx, { userId, postId, follows: true });
  }
}

async function toInfo(db: Db, user: UserRow, { topics }: Unsubscription): Promise<UnsubscribeInfo> {
  const preferences = preferencesOf(user);
  const areOn = await Promise.all(
    topics.map(async (topic) => {
      const postId = postIdOf(topic);
      if (postId !== undefined) return (await findFollow(db, user.id, postId)) === true;
      return preferences[topic as MailedKind] !== 'never';
    }),
  );
  const isOn = areOn.some(Boolean);
  return { username: user.username, topics: await describeTopics(db, topics), isOn };
}
