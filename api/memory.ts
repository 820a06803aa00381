import { setImmediate, setTimeout } from 'node:timers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Long enough for what follows a start or a full render to have settled. */
const QUIET_MS = 2_000;

type Collect = (options?: { type: 'minor' }) => void;

let collect: Collect | undefined;
let timer: NodeJS.Timeout | undefined;

/**
 * Gives back, in a quiet moment soon, what a start or a full render leaves behind. Left to itself, V8 keeps it
 * until that much memory is wanted again, which an idle site never does: 60 MB after a start (measured).
 */
export function collectSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    collector()();
  }, QUIET_MS).unref();
}

/**
 * Collects what has just been made, once this turn of the event loop is over. After a publish nearly all of it is garbage, and nobody
 * waits for the thread; left to itself, V8 would do it in the middle of one of the next publishes and take what
 * they hold for something that lasts.
 */
export function collectYoungSoon(): void {
  setImmediate(() => collector()({ type: 'minor' }));
}

function collector(): Collect {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
  }
  return collect;
}
