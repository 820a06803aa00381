import type { ThreadPage } from '../../../api/contract/comments.ts';
import { call, parse, respond } from '../../lib/api.ts';
import type { Query } from '../../lib/api-types.ts';
import { $thread } from '../../stores/thread.ts';

const TIMEOUT_MS = 20_000;
const THREADS = 'GET /api/comment/getthreads/:postId';

const inTime = () => AbortSignal.timeout(TIMEOUT_MS);

/** Reads a page of threads. Throws an ApiFailure, or a DOMException when it takes too long. */
export async function readThreads(query: Query<typeof THREADS>): Promise<ThreadPage> {
  return await call(THREADS, { postId: $thread.get().postId, query, signal: inTime() });
}

export interface News {
  /** Undefined: nothing changed. */
  page: ThreadPage | undefined;
  etag: string;
}

/** Reads the newest threads, unless they are those with this ETag. */
export async function readNews(etag: string): Promise<News> {
  const signal = inTime();
  const { postId } = $thread.get();
  const response = await respond(THREADS, { postId, signal, ...(etag && { etag }) });
  if (response.status === 304) return { page: undefined, etag };
  const page = await parse<typeof THREADS>(response, { signal });
  return { page, etag: response.headers.get('etag') ?? '' };
}

export async function readReplies(commentId: string, startIndex: number) {
  const query = { startIndex };
  return await call('GET /api/comment/getreplies/:commentId', {
    commentId,
    query,
    signal: inTime(),
  });
}

/** Reads what the page lacks: numbers of likes, and the rules for writing. */
export async function readNumbers() {
  const { postId } = $thread.get();
  return await call('GET /api/comment/getnumbers/:postId', { postId, signal: inTime() });
}
