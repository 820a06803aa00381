import type { ThreadPlace, ThreadRange } from '../../db/queries/threads.ts';

type From = NonNullable<ThreadRange['from']>;

/** Such as `after.1764201600000.42.3`: a side, and a thread's time, number and likes. */
const CURSOR = /^(before|after)\.(\d{1,15})\.(\d{1,15})\.(\d{1,15})$/;

/** Returns where a page begins, for clients to pass on. */
export function cursorOf(side: From['side'], place: ThreadPlace | undefined): string | null {
  if (place === undefined) return null;
  return [side, place.createdAt.getTime(), place.seq, place.numberOfLikes].join('.');
}

/** Returns where a cursor points to, or `undefined` if it isn't valid. */
export function parseCursor(cursor: string): From | undefined {
  const [, side, createdAt, seq, numberOfLikes] = CURSOR.exec(cursor) ?? [];
  if (side === undefined) return undefined;
  const place = {
    createdAt: new Date(Number(createdAt)),
    seq: Number(seq),
    numberOfLikes: Number(numberOfLikes),
  };
  return { side: side as From['side'], place };
}
