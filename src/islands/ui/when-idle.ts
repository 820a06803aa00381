const TIMEOUT_MS = 2_000;

/** Runs something when the browser has nothing else to do, after two seconds at the latest. */
export function whenIdle(work: () => void): void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'undefined') setTimeout(work, 50);
  else requestIdleCallback(work, { timeout: TIMEOUT_MS });
}
