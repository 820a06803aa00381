import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiFailure } from '../../../lib/api.ts';
import { verifySession } from '../../../stores/session.ts';

/** Going to and fro between tabs asks the server again only after this time. */
const FRESH_MS = 30_000;
/** A server that is being restarted, or a connection that was lost for a moment. */
const PASSING = [0, 502, 503, 504];

const client = new QueryClient({
  queryCache: new QueryCache({ onError: checkSession }),
  mutationCache: new MutationCache({ onError: checkSession }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // Without a connection calls fail and say so; the default would wait in silence.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) =>
        failures < 1 && error instanceof ApiFailure && PASSING.includes(error.status),
    },
    mutations: { networkMode: 'always' },
  },
});

/** A refusal may mean that the session has ended or that the user is no administrator any more. */
function checkSession(error: unknown): void {
  const isRefusal = error instanceof ApiFailure && (error.status === 401 || error.status === 403);
  if (isRefusal) void verifySession({ again: true });
}

/** What the administrators' tabs have loaded, kept from one tab to the next. */
export function AdminData({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
