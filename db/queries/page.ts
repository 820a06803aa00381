/** A stretch of a list: `limit` rows from the `startIndex`-th on, counted from 0. */
export interface Page {
  startIndex: number;
  limit: number;
}
