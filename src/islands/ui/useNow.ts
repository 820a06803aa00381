import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/** Returns the current time in milliseconds and updates it regularly, once a minute by default. */
export function useNow(intervalMs = MINUTE_MS): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}
