/**
 * Flag for a Node process that ends with `process.exit()` right after heavy work.
 *
 * Why: V8's compiler threads may wait until the main thread collects garbage, while
 * `process.exit()` waits for these threads: the process never ends. Measured (Node 24.21): near the
 * limit of its heap, a script hung in 4 of 200 runs, and never with this flag, which turns these
 * threads off. A build of the site takes 7 % longer, a search shard 0.05 s and 15 MB more.
 * Upstream: https://github.com/nodejs/node/issues/54918. Test:
 * tests/api/workarounds/exit-hang.test.ts.
 */
export const EXIT_SAFELY = '--single-threaded';
