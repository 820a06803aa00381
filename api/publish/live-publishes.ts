import type { PendingChange } from './pending.ts';

/** A published post. Times are in milliseconds since 1970. */
export interface LivePublish {
  postId: string;
  slug: string;
  queuedAt: number;
  liveAt: number;
  renderMs: number;
}

const MAX_LIVE = 20;

/** The latest publishes of this node, one per post, newest first. */
export class LivePublishes {
  #list: LivePublish[] = [];

  load(list: LivePublish[]): void {
    this.#list = list;
  }

  /** Records a publish, or removes a post that was taken down. */
  record({ action, postId, slug, at }: PendingChange, liveAt: number, renderMs: number): void {
    const others = this.#list.filter((each) => each.postId !== postId);
    const made = { postId, slug, queuedAt: at, liveAt, renderMs: Math.round(renderMs) };
    this.#list = action === 'remove' ? others : [made, ...others].slice(0, MAX_LIVE);
  }

  get list(): readonly LivePublish[] {
    return this.#list;
  }
}
