/**
 * Marks work that a test starts now and awaits later. Without this, work that fails before the test
 * awaits it is an error outside of tests, and Vitest fails even if a second attempt passes.
 */
export function inBackground<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}
