import type { PostViewCount, ReferrerCount } from '../../db/queries/views.ts';

export type { PostViewCount };

/** The periods of the charts: 30 days, and a year. */
export const VIEW_DAYS = [30, 365] as const;
export type ViewDays = (typeof VIEW_DAYS)[number];

export interface DayViews {
  /** `2026-01-05`, in UTC. */
  day: string;
  views: number;
}

/** The body of `GET /api/stats/views`. */
export interface ViewStats {
  /** Whether views are counted. */
  on: boolean;
  /** Every day of the period, oldest first. */
  days: DayViews[];
  total: number;
  /** The most viewed posts. Empty for the views of one post. */
  posts: PostViewCount[];
  /** Where views came from. Empty for the views of one post. */
  referrers: ReferrerCount[];
  /** Searches that found nothing, the most frequent first. Empty for the views of one post. */
  missed: { words: string; searches: number }[];
}
