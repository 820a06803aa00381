import type { IndexStatus } from '../search/types.ts';

/** A page as the renderer gives it. */
export interface RenderedPage {
  status: number;
  contentType: string;
  body: Buffer;
}

/** One post that is waiting or has failed. */
export interface PendingPublish {
  postId: string;
  slug: string;
  action: 'publish' | 'remove';
  state: 'queued' | 'rendering' | 'failed';
  attempts: number;
  /** Why the last attempt failed, in words for the administrator. */
  error: string | null;
  queuedAt: string;
  /** When it is tried next. */
  nextAttemptAt: string;
}

/** What `GET /api/publish/status` answers. Times are ISO 8601, durations milliseconds. */
export interface PublishStatus {
  queued: PendingPublish[];
  rendering: PendingPublish[];
  failed: PendingPublish[];
  /** The newest publishes that are live, newest first, at most 20. */
  live: {
    postId: string;
    slug: string;
    queuedAt: string;
    liveAt: string;
    totalMs: number;
    renderMs: number;
  }[];
  /** The release that is being served, and how far a new one is, if one is being made. */
  release: { id: string; pages: number; rendered: number; state: 'live' | 'rendering' };
  /** The static search index: how far it is behind the posts. */
  index: IndexStatus;
}

/** A post as it is being written; `content` is sanitized already. */
export interface PreviewDraft {
  title: string;
  category: string;
  image: string;
  content: string;
}

/** What the rest of the server asks of the publisher. */
export interface Publisher {
  /**
   * Works on the outbox until the row of this post is done, and then resolves: `live` when its files are
   * on disk and served, `failed` when it could not be rendered (it stays in the outbox and is retried).
   */
  flush(postId: string): Promise<'live' | 'failed'>;
  /** Renders the page of a path (`/post/my-slug`) without writing it. */
  render(path: string): Promise<RenderedPage>;
  /** Renders a post that is not stored, as its page would show it. */
  preview(draft: PreviewDraft): Promise<RenderedPage>;
  status(): Promise<PublishStatus>;
  /** Finishes what is being written and stops the worker. */
  stop(): Promise<void>;
}
