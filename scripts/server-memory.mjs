/**
 * How the server's process uses memory. Under a flood of searches and sign-ins these settings save
 * 150 MB, and pages are no slower (tests/faults/mixed-attack.test.ts).
 */

/**
 * Flags for Node:
 * - Small young generations, so that garbage from requests is collected early.
 * - No pretenuring: during the first requests, V8 may decide to allocate some objects of every
 *   request in the old generation, where they wait for a full collection (docs/performance.md: 120
 *   MB after reads, when full collections were less frequent).
 * - A full collection when the old generation has grown by 15 %. Otherwise V8 sometimes lets it
 *   grow by 80 % (docs/performance.md: 10 to 15 MB less after publishes).
 * - `globalThis.gc`, for api/memory.ts.
 */
export const SERVER_FLAGS = [
  '--max-semi-space-size=2',
  '--no-allocation-site-pretenuring',
  '--heap-growing-percent=15',
  '--expose-gc',
];

/**
 * For glibc's malloc, which other allocators ignore: two arenas, not eight per core; blocks of 256
 * KB or more (password hashes, long responses) return to the system when they are freed.
 */
export const SERVER_MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144' };
