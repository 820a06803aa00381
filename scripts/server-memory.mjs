/**
 * How the server's process uses memory. Under a flood of searches and sign-ins these settings take 150 MB
 * less than the defaults, and pages are no slower (tests/faults/mixed-attack.test.ts: 386 instead of
 * 534 MiB).
 */

/** Small young generations: what a request leaves behind is collected soon. */
export const SERVER_FLAGS = ['--max-semi-space-size=4'];

/**
 * For glibc's malloc, which others ignore: two arenas instead of eight a core, and blocks of a quarter of a
 * megabyte or more (password hashes, long answers) go back to the system when they are freed.
 */
export const SERVER_MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144' };
