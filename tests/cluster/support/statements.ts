import type { TcpProxy } from './proxy.ts';

/** The statements of one round trip, which were sent together. */
export type Trip = string[];

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
  proxy.onConnection = () => {
    const read = statementReader();
    let trip: Trip = [];
    return (data, isNewTrip) => {
      if (isNewTrip) {
        trip = [];
        trips.push(trip);
      }
      trip.push(...read(data));
    };
  };
  return trips;
}
