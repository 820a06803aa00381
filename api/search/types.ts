/** A post as the renderer gives it for the index (`searchEntries` of src/renderer.ts). */
export interface SearchEntry {
  id: string;
  seq: number;
  version: number;
  /** Creation in milliseconds. */
  at: number;
  category: string;
  /** Its words in the code of the index, each once, a blank between two. */
  words: string;
  /** All that its card shows. */
  card: unknown;
}

/** What the search index is like, for `GET /api/publish/status`. Times are ISO 8601, durations milliseconds. */
export interface IndexStatus {
  /** `current`: holds every post as it is. `failed`: the last attempt did; it is tried again. */
  state: 'current' | 'indexing' | 'failed';
  /** Posts in the index, and the shards that they are in. */
  posts: number;
  shards: number;
  /** Changed posts that the shards do not hold yet; the search page has them all the same. */
  waiting: number;
  /** When the index last changed. */
  indexedAt: string | null;
  /** How long the last shard took, and how long its oldest change had waited by the end of it. */
  lastMs: number | null;
  lastLagMs: number | null;
  error: string | null;
}
