import { useCallback, useEffect, useRef } from 'react';

interface Callbacks<T> {
  onSuccess: (result: T) => void;
  onError: (error: unknown) => void;
}

/**
 * Makes requests one at a time: a new one aborts the one before it, and unmounting aborts the last
 * one. Callbacks of aborted requests aren't called, so a late response overwrites nothing.
 */
export function useLatestRequest() {
  const running = useRef<AbortController>(null);
  const abort = useCallback(() => running.current?.abort(), []);
  useEffect(() => abort, [abort]);
  const run = useCallback(
    <T>(request: (signal: AbortSignal) => Promise<T>, { onSuccess, onError }: Callbacks<T>) => {
      abort();
      const controller = new AbortController();
      const { signal } = controller;
      running.current = controller;
      return request(signal).then(
        (result) => {
          if (!signal.aborted) onSuccess(result);
        },
        (error: unknown) => {
          if (!signal.aborted) onError(error);
        },
      );
    },
    [abort],
  );
  return { run, abort };
}
