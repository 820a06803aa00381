import { setTimeout } from 'node:timers';

/** Long enough for the work after a start or a full render to finish. */
const QUIET_MS = 2_000;

let timer: NodeJS.Timeout | undefined;

/**
 * Collects garbage after two seconds and returns free memory to the system. Call it after a start
 * or a full render: an idle process would keep 60 MB of garbage. A regular collection frees the
 * garbage, but keeps some memory (10 MB after a start with 1,000 posts, 38 MB with 100,000). A
 * last-resort collection returns that as well, but blocks the thread for 60 ms or more. Does
 * nothing without `--expose-gc`, which `npm start` sets.
 */
export function collectGarbageSoon(): void {
  clearTimeout(timer);
  const collect = () =>
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  timer = setTimeout(collect, QUIET_MS).unref();
}
