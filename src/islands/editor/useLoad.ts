import { useCallback, useEffect, useRef, useState } from 'react';
import { useLatestRequest } from '../ui/useLatestRequest.ts';

/**
 * Loads something once. `load` clears the result and loads again; `refresh` doesn't clear it
 * before.
 */
export function useLoad<T>(request: (signal: AbortSignal) => Promise<T>) {
  const [result, setResult] = useState<{ data?: T; error?: unknown }>({});
  const { run } = useLatestRequest();
  const latest = useRef(request);
  latest.current = request;
  const refresh = useCallback(() => {
    void run(latest.current, {
      onSuccess: (data) => setResult({ data }),
      onError: (error) => setResult({ error }),
    });
  }, [run]);
  const load = useCallback(() => {
    setResult({});
    refresh();
  }, [refresh]);
  useEffect(load, [load]);
  return { ...result, load, refresh };
}
