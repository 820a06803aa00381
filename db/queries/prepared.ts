import type { Db } from '../client.ts';

/**
 * Remembers what `build` makes for each handle (a prepared statement, as a rule), so that a hot query is
 * built and compiled once. A handle that is gone takes its statements along.
 */
export function prepared<S>(build: (db: Db) => S): (db: Db) => S {
  const made = new WeakMap<Db, S>();
  return (db) => {
    const known = made.get(db);
    if (known !== undefined) return known;
    const statement = build(db);
    made.set(db, statement);
    return statement;
  };
}
