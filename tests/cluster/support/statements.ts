import type { TcpProxy } from './proxy.ts';

/** One round trip to PostgreSQL. */
export interface Trip {
  /** Sent together. */
  statements: string[];
  /** Numbers in the order of events: of the first byte sent, and of the last byte received. */
  sentAt: number;
  answeredAt: number;
}

/** First bytes of PostgreSQL's messages that carry a statement. */
const PARSE = 'P';
const QUERY = 'Q';

/**
 * Returns a reader of what a client sends to PostgreSQL on one connection
 * (https://www.postgresql.org/docs/current/protocol-message-formats.html). The reader returns the
 * statements in the next data.
 */
function statementReader(): (data: Buffer) => string[] {
  let rest = Buffer.alloc(0);
  let isStarted = false;
  return (data) => {
    rest = Buffer.concat([rest, data]);
    const found: string[] = [];
    for (;;) {
      // Only the first message has no type.
      const head = isStarted ? 1 : 0;
      if (rest.length < head + 4) return found;
      const end = head + rest.readUInt32BE(head);
      if (rest.length < end) return found;
      const type = isStarted ? String.fromCharCode(rest[0] ?? 0) : '';
      const [first = '', second = ''] = rest.toString('utf8', head + 4, end).split('\0');
      if (type === QUERY) found.push(first);
      // Its first text is the name of the prepared statement.
      if (type === PARSE) found.push(second);
      isStarted = true;
      rest = rest.subarray(end);
    }
  };
}

/** Records the round trips of all new connections. */
export function recordTrips(proxy: TcpProxy): Trip[] {
  const trips: Trip[] = [];
  let events = 0;
  proxy.onConnection = () => {
    const read = statementReader();
    let trip: Trip | undefined;
    return {
      onSent(data, isNewTrip) {
        if (isNewTrip || trip === undefined) {
          trip = { statements: [], sentAt: events++, answeredAt: Number.POSITIVE_INFINITY };
          trips.push(trip);
        }
        trip.statements.push(...read(data));
      },
      onAnswer() {
        if (trip) trip.answeredAt = events++;
      },
    };
  };
  return trips;
}

/** Returns the longest chain of round trips, each sent after the previous one was answered. */
export function longestRow(trips: readonly Trip[]): Trip[] {
  const row: Trip[] = [];
  for (const trip of trips.toSorted((a, b) => a.answeredAt - b.answeredAt)) {
    const last = row.at(-1);
    if (last === undefined || trip.sentAt > last.answeredAt) row.push(trip);
  }
  return row;
}
