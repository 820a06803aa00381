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

/** A post published by the schedule. */
export interface OnSchedule {
  _id: string;
  title: string;
  slug: string;
  publishedAt: string;
  scheduledFor: string;
  /** The server was down at that time. */
  isLate: boolean;
}

/** A comment of the last 30 days that the post's author has not answered. */
export interface WaitingComment {
  _id: string;
  content: string;
  createdAt: string;
  author: { username: string; profilePicture: string };
  post: { title: string; slug: string };
}

/** The body of `GET /api/stats/desk`. */
export interface Overview {
  /** Send it with `POST /api/stats/seen`, so that only later events are news next time. */
  at: string;
  /** Start of the reported period: the last visit, or 30 days ago. */
  since: string;
  isFirstVisit: boolean;
  news: {
    /** By other people. */
    comments: number;
    /** `null` for those who may not list users. */
    users: number | null;
    published: OnSchedule[];
  };
  drafts: OverviewItem[];
  scheduled: OverviewItem[];
  waiting: { comments: WaitingComment[]; total: number };
}
