import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { keys } from '../data.tsx';

/** The state of the server. */
export function useSystem() {
  return useQuery({
    queryKey: keys.system,
    queryFn: ({ signal }) => call('GET /api/stats/system', { signal }),
  });
}
