import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';

/** What changed since the step before: the part from `from` to `to` became `text`. */
export interface Patch {
  from: number;
  to: number;
  text: string;
}

/**
 * The text at one point in time, as a change of the step before. The first one of a reel has all of
 * it.
 */
export interface Step {
  /** From 0. */
  number: number;
  at: number;
  title: string;
  patch: Patch;
}

/** A part of a recording: the steps of a draft in one tab, for at most an hour. */
export interface Reel {
  id: string;
  /** The id of the author. Other users don't see it. */
  owner: string;
  /** The id that the draft has on the server, or will have once it's saved. */
  draft: string;
  /** The title at the last step. */
  title: string;
  /** Times of the first and the last step, in epoch milliseconds. */
  start: number;
  end: number;
  /** The maximum size of its steps, in bytes. */
  bytes: number;
}

export const RECORDING_DAYS = 30;
/** For all users of the site in this browser. */
const MAX_BYTES = 20_000_000;
/** A reel that is being recorded grows to about this size. */
const ROOM_BYTES = 2_000_000;

let opened: UseStore | undefined;
/** Reels have the keys `['reel', owner, id]`, their steps `['step', id, number]`. */
const store = () => {
  opened ??= createStore('inkwell-recordings', 'recordings');
  return opened;
};

/** The keys that start with these parts: arrays come after texts and numbers. */
const startingWith = (...parts: string[]) => IDBKeyRange.bound(parts, [...parts, []]);

/** Adds steps to their reel. Throws if the browser can't store them; then it stores none. */
export function addSteps(reel: Reel, steps: readonly Step[]): Promise<void> {
  return store()('readwrite', (recordings) => {
    recordings.put(reel, ['reel', reel.owner, reel.id]);
    for (const step of steps) recordings.put(step, ['step', reel.id, step.number]);
    const done = promisifyRequest(recordings.transaction);
    // The page may be closed before an automatic commit.
    recordings.transaction.commit();
    return done;
  });
}

/** Returns a user's reels, oldest first. Throws if the browser can't read them. */
export async function findReels(owner: string): Promise<Reel[]> {
  return await readReels(startingWith('reel', owner));
}

/** Returns the steps of a reel, in order. Throws if the browser can't read them. */
export async function readSteps({ id }: Reel): Promise<Step[]> {
  const steps = await store()('readonly', (recordings) =>
    promisifyRequest(recordings.getAll(startingWith('step', id)) as IDBRequest<Step[]>),
  );
  // Each is a change of the one before. Another tab may have deleted the start to make room.
  const gap = steps.findIndex(({ number }, index) => number !== index);
  return gap < 0 ? steps : steps.slice(0, gap);
}

/**
 * Deletes what is too old, and the oldest reels if all together are too large. `maxBytes` is less
 * when the browser has no more room. Throws if that fails.
 */
export async function makeRoom(now: number, maxBytes = MAX_BYTES - ROOM_BYTES): Promise<void> {
  await deleteReels(surplus(await readReels(startingWith('reel')), now, maxBytes));
}

/** Deletes the older half of all recordings: the browser has no more room. */
export async function halve(now: number): Promise<void> {
  const reels = await readReels(startingWith('reel'));
  await deleteReels(surplus(reels, now, totalOf(reels) / 2));
}

/** Returns the reels to delete, of all that there are, oldest first. */
export function surplus(reels: readonly Reel[], now: number, maxBytes: number): Reel[] {
  const oldest = now - RECORDING_DAYS * 86_400_000;
  let left = totalOf(reels);
  return reels.filter(({ end, bytes }) => {
    if (end >= oldest && left <= maxBytes) return false;
    left -= bytes;
    return true;
  });
}

/** Deletes all recordings of a user from this browser. Never throws. */
export async function clearRecordings(owner: string): Promise<void> {
  try {
    await deleteReels(await findReels(owner));
  } catch {
    // Without storage, there are none.
  }
}

const totalOf = (reels: readonly Reel[]) => reels.reduce((total, { bytes }) => total + bytes, 0);

async function readReels(range: IDBKeyRange): Promise<Reel[]> {
  const reels = await store()('readonly', (recordings) =>
    promisifyRequest(recordings.getAll(range) as IDBRequest<Reel[]>),
  );
  return reels.sort((a, b) => a.end - b.end);
}

async function deleteReels(reels: readonly Reel[]): Promise<void> {
  if (reels.length === 0) return;
  await store()('readwrite', (recordings) => {
    for (const { id, owner } of reels) {
      recordings.delete(['reel', owner, id]);
      recordings.delete(startingWith('step', id));
    }
    return promisifyRequest(recordings.transaction);
  });
}
