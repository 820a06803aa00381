import type { Logger } from 'pino';
import type { SearchIndex } from '../search/search-index.ts';
import type { CommentPages } from './comment-pages.ts';
import type { FailedPosts } from './failed-posts.ts';
import type { FeedReader } from './feed-reader.ts';
import type { Releases } from './releases.ts';
import type { RenderPool } from './render-pool.ts';
import type { SharePictures } from './share-pictures.ts';
import type { StoryRefresh } from './story-refresh.ts';

export interface FollowerOptions {
  log: Logger;
  now: () => Date;
  feed: FeedReader;
  pool: RenderPool;
  releases: Releases;
  comments: CommentPages;
  failures: FailedPosts;
  pictures: SharePictures;
  stories: StoryRefresh;
  index: SearchIndex;
  /** Renders and writes the pages of these paths. */
  write(paths: string[]): Promise<void>;
  onPublished(paths: string[]): void;
  /** Called when the state of the node has changed. */
  onProgress(): void;
  /** The database was replaced: everything must be rendered. */
  onReplaced(): void;
}
