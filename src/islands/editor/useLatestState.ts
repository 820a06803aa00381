import { useCallback, useRef, useState } from 'react';

/** State that callbacks can read before the next render. */
export function useLatestState<T>(initial: T) {
  const [value, setValue] = useState(initial);
  const latest = useRef(value);
  const set = useCallback((next: T) => {
    latest.current = next;
    setValue(next);
  }, []);
  return [value, latest, set] as const;
}
