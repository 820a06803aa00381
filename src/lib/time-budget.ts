import { createContext, Script } from 'node:vm';
import type { TimeBudget } from './highlight.ts';

export interface PostBudget extends TimeBudget {
  /** Whether time ran out because other work kept the machine busy: another try may succeed. */
  isStarved(): boolean;
}

/** Elapsed time, below the 2 s after which a page counts as stuck. */
export const MAX_ELAPSED_MS = 1_500;
/** Compiling the largest grammar (C++) takes a second, once a thread. */
const MAX_REFUND_MS = 1_500;

const sandbox: { work?: () => void } = {};
const context = createContext(sandbox);
const script = new Script('work()');

/**
 * Limits how long highlighting or formulas may take for one post. Stops even a single match of a
 * regular expression: some in grammars backtrack for minutes, and no check between two matches
 * would run. `node:vm` is the only API of Node that interrupts a thread without ending it.
 *
 * @param cpuLimit in ms of CPU time: on a busy machine, posts shouldn't lose their colors.
 */
export function createPostBudget(cpuLimit: number, elapsedLimit = MAX_ELAPSED_MS): PostBudget {
  let cpuLeft = cpuLimit;
  let elapsedLeft = elapsedLimit;
  let refundable = MAX_REFUND_MS;
  /** Elapsed time per CPU time of the last run: `node:vm` can only limit elapsed time. */
  let slowdown = 1;
  return {
    run(work) {
      const timeout = Math.max(1, Math.floor(Math.min(cpuLeft * slowdown, elapsedLeft)));
      const started = performance.now();
      const cpuStarted = cpuUsage();
      try {
        return runFor(work, timeout);
      } finally {
        const elapsed = performance.now() - started;
        const cpu = Math.max(1, Math.min(elapsed, cpuMs(cpuUsage()) - cpuMs(cpuStarted)));
        cpuLeft -= cpu;
        elapsedLeft -= elapsed;
        slowdown = Math.max(1, elapsed / cpu);
      }
    },
    refund(ms) {
      const refunded = Math.min(ms, refundable);
      refundable -= refunded;
      cpuLeft += refunded;
    },
    isSpent: () => cpuLeft < 1 || elapsedLeft < 1,
    isStarved: () => cpuLeft >= 1 && elapsedLeft < 1,
  };
}

/**
 * The CPU time of this thread. Node 22 only knows the time of all threads together, which is never
 * less.
 */
const cpuUsage = () => process.threadCpuUsage?.() ?? process.cpuUsage();

const cpuMs = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000;

/** Returns `undefined` if `work` was stopped. Throws its error. */
function runFor<T>(work: () => T, timeout: number): T | undefined {
  let result: T | undefined;
  sandbox.work = () => {
    result = work();
  };
  try {
    script.runInContext(context, { timeout });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return undefined;
  } finally {
    sandbox.work = undefined;
  }
  return result;
}
