import {
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  useQuery,
} from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../lib/api.ts';
import { verifySession } from '../../stores/session.ts';
import { statusOf } from '../ui/request.ts';

/** How long the data of a tab is reused without asking the server again. */
const FRESH_MS = 30_000;
/** No response, or a server that is restarting. */
const TEMPORARY = [0, 502, 503, 504];
/** The length of the recent lists (spec, section 9). */
const RECENT = 5;

/** The first part of each query key, for invalidating queries. */
export const keys = {
  posts: ['posts'],
  calendar: ['calendar'],
  /** Tags and authors to filter posts by. */
  postFilters: ['post-filters'],
  media: ['media'],
  users: ['users'],
  invitations: ['invitations'],
  comments: ['comments'],
  /** One comment, its reports and its earlier versions. */
  commentDetails: ['comment-details'],
  administrators: ['administrators'],
  audit: ['audit'],
  redirects: ['redirects'],
  missingPaths: ['missing-paths'],
  importJob: ['import-job'],
  importReport: ['import-report'],
  sessions: ['sessions'],
  events: ['events'],
  recent: ['recent'],
  months: ['months'],
  views: ['views'],
  overview: ['overview'],
  publishing: ['publishing'],
  demo: ['demo'],
  firstStart: ['first-start'],
  system: ['system'],
  changelog: ['changelog'],
  mail: ['mail'],
  notifications: ['notifications'],
  notificationMail: ['notification-mail'],
  passkeys: ['passkeys'],
  identities: ['identities'],
  settings: ['settings'],
  site: ['site'],
  siteVersions: ['site-versions'],
  backups: ['backups'],
  secondFactor: ['second-factor'],
} as const;

const client = new QueryClient({
  queryCache: new QueryCache({ onError: checkSession }),
  mutationCache: new MutationCache({ onError: checkSession }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // The default pauses calls while offline. These fail instead and show an error.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < 1 && TEMPORARY.includes(statusOf(error)),
    },
    mutations: { networkMode: 'always' },
  },
});

/** After a 401 or 403, the session may have ended or the user may have lost their role. */
export function checkSession(error: unknown): void {
  if ([401, 403].includes(statusOf(error))) void verifySession({ again: true });
}

/** Shares the data of the administrators' tabs, so that switching tabs doesn't reload it. */
export function AdminData({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/* The newest items of each kind with their totals, for both the stat cards and the recent lists. */

export const useRecentUsers = () =>
  useQuery({
    queryKey: [...keys.recent, 'users'],
    queryFn: ({ signal }) => call('GET /api/user/getusers', { query: { limit: RECENT }, signal }),
  });

export const useRecentComments = () =>
  useQuery({
    queryKey: [...keys.recent, 'comments'],
    queryFn: ({ signal }) =>
      call('GET /api/comment/getcomments', { query: { limit: RECENT }, signal }),
  });

export const useRecentPosts = () =>
  useQuery({
    queryKey: [...keys.recent, 'posts'],
    queryFn: ({ signal }) =>
      call('GET /api/post/getposts', { query: { limit: RECENT, pictures: 1 }, signal }),
  });

export const useSecondFactor = ({ isFresh = false } = {}) =>
  useQuery({
    queryKey: keys.secondFactor,
    queryFn: ({ signal }) => call('GET /api/auth/second-factor', { signal }),
    ...(isFresh && { staleTime: 0 }),
  });
