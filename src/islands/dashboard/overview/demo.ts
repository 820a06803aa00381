import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import type { Answer } from '../../../lib/api-types.ts';
import { counted } from '../../../lib/format.ts';
import { attempt } from '../../ui/attempt.ts';
import { requestMessage } from '../../ui/request.ts';
import { keys } from '../data.tsx';

type Counts = Answer<'GET /api/demo/status'>;

export const useDemo = () =>
  useQuery({
    queryKey: keys.demo,
    queryFn: ({ signal }) => call('GET /api/demo/status', { signal }),
  });

/** "29 posts and 8 accounts" */
export function describeDemo({ posts, users }: Counts): string {
  return [posts > 0 && counted(posts, 'post'), users > 0 && counted(users, 'account')]
    .filter(Boolean)
    .join(' and ');
}

/** Returns a function that removes the demo content. It returns whether that worked. */
export function useRemoveDemo(): () => Promise<boolean> {
  const client = useQueryClient();
  return async () => {
    const isRemoved = await attempt(
      () => call('POST /api/demo/remove'),
      'The demo content has been removed.',
      (error) => requestMessage(error, "Nothing was removed: the server couldn't be reached."),
    );
    // Everything on the dashboard may have changed, even after an error.
    void client.invalidateQueries();
    return isRemoved;
  };
}
