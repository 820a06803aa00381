import type { Db } from '../../db/client.ts';
import { recordComments } from '../../db/queries/changes.ts';
import { removeSome, restoreSome } from '../../db/queries/comment-states.ts';
import { findUserById } from '../../db/queries/users.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { auditAs } from '../audit/record.ts';
import { NotFoundError } from '../errors.ts';
import { waitUntilRemoved } from '../publish/wait-until-published.ts';
import type { Services } from '../services.ts';
import { inSlices } from '../slices.ts';
import type { RemoveAllInput } from './input.ts';

type ActServices = Pick<Services, 'database' | 'env' | 'now' | 'publisher' | 'siteTarget' | 'log'>;

/** Comments per transaction. */
const SLICE = 500;
const HOUR_MS = 60 * 60 * 1000;
const AGE_MS = { hour: HOUR_MS, day: 24 * HOUR_MS, all: undefined } as const;

/**
 * Removes all visible and held comments of a member, or only those from the last hour or day. All
 * get the same time, by which `restoreAll` finds them.
 */
export async function removeAll(
  services: ActServices,
  caller: Caller,
  userId: string,
  { since }: RemoveAllInput,
): Promise<{ changed: number; at: string }> {
  const at = services.now();
  const age = AGE_MS[since];
  const part = {
    userId,
    at,
    limit: SLICE,
    since: age === undefined ? undefined : new Date(at.getTime() - age),
  };
  const changed = await act(services, caller, userId, {
    action: 'comment.removeall',
    details: { since, removedAt: at.toISOString() },
    isRemoval: true,
    work: (tx) => removeSome(tx, part),
  });
  return { changed, at: at.toISOString() };
}

/** Restores the comments of a member that `removeAll` removed at this time. */
export async function restoreAll(
  services: ActServices,
  caller: Caller,
  userId: string,
  removedAt: Date,
): Promise<number> {
  const part = { userId, removedAt, at: services.now(), limit: SLICE };
  return await act(services, caller, userId, {
    action: 'comment.restoreall',
    details: { removedAt: removedAt.toISOString() },
    isRemoval: false,
    work: (tx) => restoreSome(tx, part),
  });
}

interface Act {
  action: `comment.${string}`;
  details: object;
  isRemoval: boolean;
  /** Changes up to `SLICE` comments. */
  work(tx: Db): ReturnType<typeof removeSome>;
}

/** Runs an action in slices, so that other writes don't wait. Returns the number of comments. */
async function act(
  services: ActServices,
  caller: Caller,
  userId: string,
  { action, details, isRemoval, work }: Act,
): Promise<number> {
  let changed = 0;
  const removed = new Set<string>();
  await inSlices(async () => {
    const { posts, isDone } = await writeAs(
      services,
      caller,
      { verb: 'comment.moderate' },
      async (tx) => {
        if ((await findUserById(tx, userId)) === undefined) {
          throw new NotFoundError('There is no such user.');
        }
        const { postIds: posts, mayHaveMore } = await work(tx);
        // An entry for each slice: if this process is killed, the log says what was done.
        if (posts.length > 0 || changed === 0) {
          const audited = { ...details, changed: posts.length };
          await auditAs(tx, services, caller, { action, subject: userId, details: audited });
        }
        await recordComments(tx, posts, services.now(), { isRemoval });
        return { posts, isDone: !mayHaveMore };
      },
    );
    changed += posts.length;
    if (isRemoval) for (const post of posts) removed.add(post);
    return isDone ? true : null;
  });
  await waitUntilRemoved(services, [...removed]);
  return changed;
}
