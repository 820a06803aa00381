import type { Db } from '../../db/client.ts';
import type { PostRange } from '../../db/queries/search.ts';
import type { PagePreview, PreviewDraft, PublishStatus } from '../contract/publish.ts';
import type { SearchEntry } from '../contract/search.ts';
import type { SiteState } from '../contract/site.ts';

/** The exports of the built renderer (src/renderer.ts): all that the server uses of `src`. */
export interface Renderer {
  /** Sets the settings of the site for all that follows. */
  setSite?(site: SiteState): void;
  /** Renders the page of an absolute URL. */
  render(url: string): Promise<Response>;
  /** Whether a page lacks something that another attempt may add. */
  isUnfinished?(response: Response): boolean;
  /** Renders a post that isn't stored. */
  renderPreview(draft: PreviewDraft): Promise<Response>;
  /** Renders a page without its scripts, for a preview of settings. */
  renderWithoutScripts(url: string): Promise<Response>;
  /** Returns every path that a change of this post affects, the post's own page first. */
  affectedPaths(change: Change): Promise<string[]>;
  /** Returns the pages that list these posts with the number of their comments. */
  commentLists(postIds: string[]): Promise<string[]>;
  /** Returns which of these lowercase names are users with posts. */
  authorsAmong(names: string[]): Promise<string[]>;
  /** Returns which of these slugs are categories of posts. */
  categoriesAmong(slugs: string[]): Promise<string[]>;
  /** Returns every page of the archive and part of the sitemap. */
  pagesOfLists(): Promise<string[]>;
  /** Yields every path of the site. */
  allPaths(): AsyncIterable<string>;
  countPaths?(): Promise<number>;
  /**
   * Returns the share picture of a post, or of all other pages (`default`); `null` if there is no
   * such post.
   */
  sharePicture(slug: string): Promise<SharePicture | null>;
  /** Returns posts for the search index, without deleted ones. */
  searchEntries(which: PostRange | { ids: string[] }): Promise<SearchEntry[]>;
}

export interface SharePicture {
  /** Hash of the picture's content; part of its address. */
  hash: string;
  draw(): Promise<Uint8Array>;
}

/** Folders that a page is written to, with the site's settings for rendering it. */
export interface Target {
  roots: string[];
  site: SiteState;
}

/** The outcome of a publish for a waiting call. */
export type PublishOutcome = 'live' | 'failed' | 'pending';

export interface Change {
  action: 'publish' | 'remove';
  postId: string;
  slug: string;
  /** The post's own page is already written; the pages that list it aren't. */
  isWritten?: boolean;
  /** One of many: the pages that list it may follow later. */
  isBulk?: boolean;
}

/** The result of publishing one post. */
export interface ChangeResult {
  postId: string;
  /** Why the page couldn't be rendered. Absent after a success. */
  error?: string;
  /** The page took too long, and its thread was ended. */
  isTooSlow?: boolean;
  /** The database failed, not the post. */
  isDatabaseUnavailable?: boolean;
  /** The post and its page no longer exist. */
  isGone?: boolean;
  renderMs: number;
}

export interface BatchResult {
  results: ChangeResult[];
  /** Paths whose files were written or deleted. */
  paths: string[];
  /** Paths of outdated files that are written a little later. */
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

export interface RenderedPage {
  status: number;
  contentType: string;
  body: Buffer;
}

/** A page in the form that is sent to another thread. */
export type SentPage = Omit<RenderedPage, 'body'> & { body: Uint8Array };

/** The user or guest who requests a preview. */
export interface PreviewedBy {
  /** The writer, or the creator of the guest's link. */
  userId: string;
  /** The guest's address. */
  address?: string;
}

/** The publisher as the rest of the server uses it. */
export interface Publisher {
  /**
   * Resolves when the change of this post is published: `live` if its files are served, `failed` if
   * it couldn't be rendered (it's retried), `pending` after 12 s.
   */
  flush(postId: string): Promise<PublishOutcome>;
  /**
   * Resolves with `live` when no page shows the comments removed from these posts, otherwise like
   * `flush`.
   */
  flushRemovals(postIds: readonly string[]): Promise<PublishOutcome>;
  /**
   * Records a retry in the transaction that checks the caller: other processes learn of it from the
   * feed.
   */
  recordRetry?(tx: Db, postId: string): Promise<void>;
  /**
   * Call it after `recordRetry`. Retries a failed post at once. Resolves like `flush`, or with
   * `undefined` if the post has no pending change.
   */
  retry(postId: string): Promise<PublishOutcome | undefined>;
  /**
   * Renders the page of a path (`/post/my-slug`) without writing it. Throws a MovedError or
   * GoneError at a former address of a post.
   */
  render(path: string): Promise<RenderedPage>;
  /**
   * Renders an unsaved post as its page would show it. Throws an UnavailableError if too many
   * previews are waiting.
   */
  preview(draft: PreviewDraft, by: PreviewedBy): Promise<RenderedPage>;
  /** Renders a public page with unsaved settings, without scripts. Throws like `preview`. */
  previewPage(page: PagePreview, by: PreviewedBy): Promise<RenderedPage>;
  /** The folder with the served pages. Absent in a function. */
  readonly root?: string;
  status(): Promise<PublishStatus>;
  /** Age of the oldest unpublished change, in milliseconds; 0 if there is none. */
  behindMs(): number;
  /** Finishes running writes and ends the threads. */
  stop(): Promise<void>;
}
