import type { Db } from '../../db/client.ts';
import { findFeed } from '../../db/queries/changes.ts';
import { LIVE_MS, listNodes } from '../../db/queries/nodes.ts';
import { findPostTitles } from '../../db/queries/posts.ts';
import type { PendingPublish, PublishStatus } from '../contract/publish.ts';
import type { LivePublish } from './live-publishes.ts';
import type { PendingChange } from './pending.ts';
import type { Releases } from './releases.ts';

/** Maximum length of a list, however many changes are pending. */
const MAX_LISTED = 200;

interface Progress {
  pending: PendingChange[];
  live: readonly LivePublish[];
  isRendering(postId: string): boolean;
}

/** Returns this node's pending and failed changes, and its latest publishes. */
export async function postsStatus(
  db: Db,
  { pending, live, isRendering }: Progress,
): Promise<Pick<PublishStatus, 'queued' | 'rendering' | 'failed' | 'live'>> {
  const stateOf = ({ postId, attempts }: PendingChange) =>
    isRendering(postId) ? 'rendering' : attempts > 0 ? 'failed' : 'queued';
  const listed = (state: PendingPublish['state']) =>
    pending.filter((change) => stateOf(change) === state).slice(0, MAX_LISTED);
  const lists = [listed('queued'), listed('rendering'), listed('failed')];
  const ids = [...lists.flat(), ...live].map(({ postId }) => postId);
  const titles = new Map((await findPostTitles(db, ids)).map(({ id, title }) => [id, title]));
  const titleOf = ({ postId }: { postId: string }) => titles.get(postId) ?? null;
  const [queued = [], rendering = [], failed = []] = lists.map((changes) =>
    changes.map((change) => toPending(change, titleOf(change), stateOf(change))),
  );
  return {
    queued,
    rendering,
    failed,
    live: live.map((publish) => ({
      postId: publish.postId,
      slug: publish.slug,
      title: titleOf(publish),
      queuedAt: new Date(publish.queuedAt).toISOString(),
      liveAt: new Date(publish.liveAt).toISOString(),
      totalMs: Math.max(0, publish.liveAt - publish.queuedAt),
      renderMs: publish.renderMs,
    })),
  };
}

/**
 * Returns the oldest version of the site's settings that pages of running processes show, or
 * `undefined` if none is running.
 */
export function liveSite(nodes: PublishStatus['nodes']): number | undefined {
  const since = Date.now() - LIVE_MS;
  const versions = nodes.flatMap(({ role, heartbeat, siteVersion }) =>
    role !== 'function' && Date.parse(heartbeat) > since ? [siteVersion] : [],
  );
  return versions.length > 0 ? Math.min(...versions) : undefined;
}

/** Returns the progress of each running process. */
export async function nodesStatus(db: Db): Promise<PublishStatus['nodes']> {
  const [nodes, { seq }] = await Promise.all([listNodes(db), findFeed(db)]);
  return nodes.map(({ heartbeat, ...node }) => ({
    ...node,
    heartbeat: heartbeat.toISOString(),
    behind: Math.max(0, seq - node.cursor),
  }));
}

function toPending(
  change: PendingChange,
  title: string | null,
  state: PendingPublish['state'],
): PendingPublish {
  const { postId, slug, action, attempts, error, at, retryAt } = change;
  return {
    postId,
    slug,
    title,
    action,
    state,
    attempts,
    error,
    queuedAt: new Date(at).toISOString(),
    nextAttemptAt: new Date(Math.max(at, retryAt)).toISOString(),
  };
}

/** Returns the release being served, and the progress of the next one. */
export function releaseStatus(
  build: string,
  { served, draft }: Pick<Releases, 'served' | 'draft'>,
) {
  const id = served?.id ?? build;
  const pages = served?.pages ?? 0;
  const state = draft ? 'rendering' : 'live';
  const { rendered, total } = draft ?? { rendered: pages, total: pages };
  return { id, pages, rendered, total, state } as const;
}
