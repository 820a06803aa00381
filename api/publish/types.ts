import type { Db } from '../../db/client.ts';
import type { PostRange } from '../../db/queries/search.ts';
import type { PreviewDraft, PublishStatus } from '../contract/publish.ts';
import type { SearchEntry } from '../contract/search.ts';

/** What the built renderer exports (src/renderer.ts): all that the server uses of `src`. */
export interface Renderer {
  /** Renders the page of an absolute URL. */
  render(url: string): Promise<Response>;
  /** Whether a page lacks something that another try may add. */
  isUnfinished?(response: Response): boolean;
  /** Renders a post that isn't stored. */
  renderPreview(draft: PreviewDraft): Promise<Response>;
  /** Every path that a change of this post affects, the post's own page first. */
  affectedPaths(change: Change): Promise<string[]>;
  /** Which of these names, in lower case, are of users with posts. */
  authorsAmong(names: string[]): Promise<string[]>;
  /** Every page of the archive and part of the sitemap. */
  pagesOfLists(): Promise<string[]>;
  /** Every path of the site. */
  allPaths(): AsyncIterable<string>;
  countPaths?(): Promise<number>;
  /** The share picture of a post, or of all other pages (`default`); null without such a post. */
  sharePicture(slug: string): Promise<SharePicture | null>;
  /** Posts as the search index holds them; deleted ones are left out. */
  searchEntries(which: PostRange | { ids: string[] }): Promise<SearchEntry[]>;
}

export interface SharePicture {
  /** Of everything that it shows; part of its address. */
  hash: string;
  draw(): Promise<Uint8Array>;
}

/** What a call that waits for a publish learns. */
export type PublishOutcome = 'live' | 'failed' | 'pending';

export interface Change {
  action: 'publish' | 'remove';
  postId: string;
  slug: string;
  /** The post's own page is written already; the pages that list it aren't. */
  isWritten?: boolean;
  /** One of many: the pages that list it may follow later. */
  isBulk?: boolean;
}

/** How the publish of one post went. */
export interface ChangeResult {
  postId: string;
  /** Why the page couldn't be rendered; absent after a success. */
  error?: string;
  /** The page took too long, and its thread was ended. */
  isTooSlow?: boolean;
  /** The error is the database's, not the post's. */
  isDatabaseUnavailable?: boolean;
  /** There is no such post anymore, and no page. */
  isGone?: boolean;
  renderMs: number;
}

export interface BatchResult {
  results: ChangeResult[];
  /** Paths whose files were written or deleted. */
  paths: string[];
  /** Paths whose files are outdated now and are written a moment later. */
  deferred: string[];
}

/** The result of a full render. */
export interface Rendered {
  /** Number of pages. */
  rendered: number;
  failed: FailedPage[];
}

/** The result of one task of a full render. `rendered` includes pages of earlier tasks. */
export interface RenderedPart extends Rendered {
  /** Whether the part is complete; otherwise another task continues. */
  isDone: boolean;
}

export interface FailedPage {
  path: string;
  error: string;
}

/** A rendered page. */
export interface RenderedPage {
  status: number;
  contentType: string;
  body: Buffer;
}

/** The user or guest who requests a preview. */
export interface PreviewedBy {
  /** The writer, or the creator of the guest's link. */
  userId: string;
  /** The guest's address. */
  address?: string;
}

/** What the rest of the server uses of the publisher. */
export interface Publisher {
  /**
   * Resolves when the change of this post is published: `live` if its files are served, `failed` if
   * it couldn't be rendered (it's retried), `pending` after 12 s.
   */
  flush(postId: string): Promise<PublishOutcome>;
  /**
   * Writes what `retry` needs, in the transaction that checks the caller: other processes learn of
   * a retry from the feed.
   */
  recordRetry?(tx: Db, postId: string): Promise<void>;
  /**
   * After `recordRetry`, tries a post that failed again at once. Resolves like `flush`, with
   * `undefined` if nothing of the post is pending.
   */
  retry(postId: string): Promise<PublishOutcome | undefined>;
  /**
   * Renders the page of a path (`/post/my-slug`) without writing it. Throws a MovedError or
   * GoneError at a former address of a post.
   */
  render(path: string): Promise<RenderedPage>;
  /**
   * Renders a post that isn't stored, as its page would show it. Throws an UnavailableError when
   * too many previews are waiting.
   */
  preview(draft: PreviewDraft, by: PreviewedBy): Promise<RenderedPage>;
  /** The folder with the pages that are served. Absent in a function. */
  readonly root?: string;
  status(): Promise<PublishStatus>;
  /** How long the oldest change that isn't published has waited, in milliseconds; 0 without one. */
  behindMs(): number;
  /** Finishes what is being written and ends the threads. */
  stop(): Promise<void>;
}
