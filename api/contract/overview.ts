import type { DocumentStatus } from '../../db/schema/types.ts';

/** A document in a list of the overview. */
export interface OverviewItem {
  _id: string;
  title: string;
  slug: string;
  status: DocumentStatus;
  /** Null when the account was deleted. */
  author: string | null;
  isOwn: boolean;
  updatedAt: string;
  scheduledAt: string | null;
}

/** A post that the schedule has published. */
export interface OnSchedule {
  _id: string;
  title: string;
  slug: string;
  publishedAt: string;
  scheduledFor: string;
  /** The server was down at that time. */
  isLate: boolean;
}

/** A comment of the last 30 days that the author of the post has not answered. */
export interface WaitingComment {
  _id: string;
  content: string;
  createdAt: string;
  author: { username: string; profilePicture: string };
  post: { title: string; slug: string };
}

/** The body of `GET /api/stats/desk`. */
export interface Overview {
  /** Send it with `POST /api/stats/seen`: what comes later is news again. */
  at: string;
  /** What is told happened since then: the last visit, or 30 days. */
  since: string;
  isFirstVisit: boolean;
  news: {
    /** By other people. */
    comments: number;
    /** Null for those who may not list users. */
    users: number | null;
    published: OnSchedule[];
  };
  drafts: OverviewItem[];
  scheduled: OverviewItem[];
  waiting: { comments: WaitingComment[]; total: number };
}
