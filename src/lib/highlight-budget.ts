import { createContext, Script } from 'node:vm';
import type { TimeBudget } from './highlight.ts';

const POST_BUDGET_MS = 300;
/** Compiling the largest grammar (C++) takes a second, once a thread. */
const MAX_REFUND_MS = 1_500;

const sandbox: { work?: () => void } = {};
const context = createContext(sandbox);
const script = new Script('work()');

/**
 * Limits how long highlighting may take for one post. Stops even a single match of a regular
 * expression: some in grammars backtrack for minutes, and no check between two matches would run.
 * `node:vm` is the only API of Node that interrupts a thread without ending it.
 */
export function createHighlightBudget(): TimeBudget {
  let leftMs = POST_BUDGET_MS;
  let refundableMs = MAX_REFUND_MS;
  return {
    run(work) {
      const timeout = Math.max(1, Math.floor(leftMs));
      const started = performance.now();
      try {
        return runFor(work, timeout);
      } finally {
        leftMs -= performance.now() - started;
      }
    },
    refund(ms) {
      const refunded = Math.min(ms, refundableMs);
      refundableMs -= refunded;
      leftMs += refunded;
    },
    isSpent: () => leftMs < 1,
  };
}

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
