import type { PreviewDraft, PublishStatus } from '../contract/publish.ts';

/** A page as the renderer gives it. */
export interface RenderedPage {
  status: number;
  contentType: string;
  body: Buffer;
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
