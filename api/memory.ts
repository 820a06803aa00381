import { setTimeout } from 'node:timers';

/** Enough for the work that follows a start or a full render to finish. */
const QUIET_MS = 2_000;

let timer: NodeJS.Timeout | undefined;

/**
 * Collects garbage soon, after a start or a full render. An idle process wouldn't, and would keep
 * 60 MB more (measured). Does nothing unless Node runs with `--expose-gc`, as `npm start` does.
 */
export function collectGarbageSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void globalThis.gc?.(), QUIET_MS).unref();
}
