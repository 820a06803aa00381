import type { PreviewDraft, PublishStatus } from '../contract/publish.ts';

/** A rendered page. */
export interface RenderedPage {
  status: number;
  contentType: string;
  body: Buffer;
}

/** What the rest of the server uses of the publisher. */
export interface Publisher {
  /**
   * Resolves when the change of this post is published: `live` if its files are served, `failed` if
   * it couldn't be rendered (it stays in the outbox and is retried).
   */
  flush(postId: string): Promise<'live' | 'failed'>;
  /** Renders the page of a path (`/post/my-slug`) without writing it. */
  render(path: string): Promise<RenderedPage>;
  /** Renders a post that isn't stored, as its page would show it. */
  preview(draft: PreviewDraft): Promise<RenderedPage>;
  status(): Promise<PublishStatus>;
  /** Finishes what is being written and ends the threads. */
  stop(): Promise<void>;
}
