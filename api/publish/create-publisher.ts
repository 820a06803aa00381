import { SearchIndex } from '../search/search-index.ts';
import { CommentPages } from './comment-pages.ts';
import { FailedPosts } from './failed-posts.ts';
import { FeedReader } from './feed-reader.ts';
import { Follower } from './follower.ts';
import { type NodeState, NodeStateFile } from './node-state.ts';
import { FilePublisher } from './publisher.ts';
import { type PublisherOptions, threadOptions } from './publisher-options.ts';
import { ReleaseBuilder } from './release-builder.ts';
import { Releases } from './releases.ts';
import { RenderPool } from './render-pool.ts';
import { SharePictures } from './share-pictures.ts';
import { StoryRefresh } from './story-refresh.ts';
import { Visits } from './visits.ts';

/** Creates a publisher and its parts, in the order in which they need each other. */
export function createPublisher(options: PublisherOptions): FilePublisher {
  const { database, log, clientDir, siteUrl, onPublished, onProgress } = options;
  const now = () => new Date();
  const thread = threadOptions(options);
  const releases = new Releases(options.dataDir);
  const pool = new RenderPool({ thread, log, site: () => releases.site });
  const write = pageWriter({ releases, pool, onPublished });
  const listsOf = (postIds: string[]) => pool.commentLists(postIds);
  const comments = new CommentPages({
    write,
    listsOf,
    log,
    onWritten() {
      state.changed();
      options.onAdvanced?.();
    },
  });
  const feed = new FeedReader(database, comments, {
    ...options,
    onPage: (path) => follower.defer([path]),
    onSite: (version) => publisher.noticeSite(version),
  });
  const { pending } = feed;
  const failures = new FailedPosts({ database, log, now, pending });
  const shared = { database, log, now, releases, pool, feed, failures, comments, onPublished };
  const { drawsAhead, pictureRestMs } = options;
  const pictures = new SharePictures({ ...shared, thread, siteUrl, drawsAhead, pictureRestMs });
  const stories = new StoryRefresh({
    ...shared,
    write,
    isPaused: () => releases.draft !== null,
    isPending: (slug) => pending.findBySlug(slug) !== undefined,
    onProgress: () => state.changed(),
  });
  const { rendererEntry, rendererEnv } = options;
  const readEntries = (ids: string[]) => pool.searchEntries(ids);
  const site = () => releases.site;
  const index = new SearchIndex({ ...shared, rendererEntry, rendererEnv, readEntries, site });
  const follower = new Follower({
    ...shared,
    pictures,
    stories,
    index,
    write,
    onProgress() {
      state.changed();
      options.onAdvanced?.();
    },
    onReplaced: () => void publisher.rebuild(),
  });
  const state = new NodeStateFile(options, () => stateOf({ feed, follower, comments, stories }));
  const visits = new Visits({ ...shared, follower, pictures });
  const builder = new ReleaseBuilder({ ...shared, clientDir, follower, index, onProgress });
  const parts = { ...shared, pictures, stories, index, follower, state, visits, builder };
  const publisher = new FilePublisher(options, parts);
  return publisher;
}

/**
 * Returns a function that writes pages of the live site again. The thread gets plenty of time, so
 * no page misses its update because the thread had to start. It limits the computing time of posts
 * itself.
 */
function pageWriter({
  releases,
  pool,
  onPublished,
}: {
  releases: Releases;
  pool: RenderPool;
  onPublished: PublisherOptions['onPublished'];
}) {
  return async (paths: string[]) => {
    releases.note([], paths);
    await pool.writePages(paths, releases.targets);
    onPublished(paths);
  };
}

/** Returns what a node remembers until its next start. */
function stateOf({
  feed,
  follower,
  comments,
  stories,
}: {
  feed: FeedReader;
  follower: Follower;
  comments: CommentPages;
  stories: StoryRefresh;
}): NodeState {
  return {
    ...feed.position,
    failures: feed.pending.failed(),
    deferred: follower.deferred.paths,
    comments: comments.waiting,
    live: [...follower.live.list],
    stories: stories.pass,
  };
}
