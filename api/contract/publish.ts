import type { DocumentKind } from '../../db/schema/types.ts';
import type { IndexStatus } from './search.ts';
import type { SiteState } from './site.ts';

/** A post that is waiting to be published, or whose last attempt failed. */
export interface PendingPublish {
  postId: string;
  slug: string;
  /** `null` if the post was deleted. */
  title: string | null;
  action: 'publish' | 'remove';
  state: 'queued' | 'rendering' | 'failed';
  attempts: number;
  /** Why the last attempt failed, for the administrator. */
  error: string | null;
  queuedAt: string;
  nextAttemptAt: string;
}

/** The body of `GET /api/publish/status`. Times are ISO 8601, durations are milliseconds. */
export interface PublishStatus {
  queued: PendingPublish[];
  rendering: PendingPublish[];
  failed: PendingPublish[];
  /** The latest successful publishes, newest first, at most 20. */
  live: {
    postId: string;
    slug: string;
    title: string | null;
    queuedAt: string;
    liveAt: string;
    totalMs: number;
    renderMs: number;
  }[];
  /** The current release and, during a full render, the progress of the next one. */
  release: {
    id: string;
    pages: number;
    rendered: number;
    /** 0 while it's unknown. */
    total: number;
    state: 'live' | 'rendering';
  };
  /**
   * The running processes. `behind` is the number of changes that a process hasn't published yet.
   */
  nodes: {
    id: string;
    role: 'all' | 'web' | 'publisher' | 'function';
    release: string;
    cursor: number;
    /** Posts that the process couldn't publish. */
    failed: number;
    /** The version of the site's settings that its pages show. */
    siteVersion: number;
    heartbeat: string;
    behind: number;
  }[];
  /**
   * The newest version of the site's settings, the oldest that pages of a running process show,
   * and why the newest couldn't be applied yet.
   */
  site: { wanted: number; live: number; error: string | null };
  /** How far the search index is behind the posts. */
  index: IndexStatus;
  /** `null` if the site isn't copied to a bucket. */
  siteTarget?: SiteTargetStatus | null;
}

/** The copy of the site in a bucket (`SITE_TARGET`), as this node sees it. */
export interface SiteTargetStatus {
  /** Whether this node is the one that copies the site. */
  isHere: boolean;
  /** Number of files not yet compared or copied. */
  pending: number;
  /** Why the last attempt failed, for the administrator. Inkwell retries until it succeeds. */
  failed: string | null;
  /** When the bucket was last complete. */
  lastSyncedAt: string | null;
}

/** A public page with settings of the site that aren't stored. */
export interface PagePreview {
  path: string;
  site: SiteState;
}

/** An unsaved post or page for the preview. `content` is already sanitized. */
export interface PreviewDraft {
  /** Default: a post. */
  kind?: DocumentKind;
  title: string;
  category: string;
  categoryLabel: string | undefined;
  image: string;
  imageAlt: string;
  imageFocus: string;
  language: string;
  content: string;
  /** Shown to a guest with a link. */
  isShared?: boolean;
}
