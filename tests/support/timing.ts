import { expect } from 'vitest';
import { isFullRun } from './full-run.ts';

/**
 * Checks a time by the clock, in milliseconds. Does so only in `npm run test:all`: next to other
 * programs, every limit is exceeded some day.
 */
export function expectWithin(ms: number, limit: number, what = ''): void {
  if (isFullRun) expect(ms, what).toBeLessThan(limit);
}
