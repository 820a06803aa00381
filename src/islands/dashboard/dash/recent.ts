import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { keys } from '../lists/keys.ts';

/** The recent lists show this many (spec, section 9). */
const RECENT = 5;

/*
 * The newest of each kind with their totals: the stat card and the recent list of a kind use the same call.
 */
export const useRecentUsers = () =>
  useQuery({
    queryKey: [...keys.recent, 'users'],
    queryFn: ({ signal }) => api.users({ limit: RECENT }, { signal }),
  });

export const useRecentComments = () =>
  useQuery({
    queryKey: [...keys.recent, 'comments'],
    queryFn: ({ signal }) => api.comments({ limit: RECENT }, { signal }),
  });

export const useRecentPosts = () =>
  useQuery({
    queryKey: [...keys.recent, 'posts'],
    queryFn: ({ signal }) => api.posts({ limit: RECENT, pictures: 1 }, { signal }),
  });
