import { appendFileSync } from 'node:fs';

/** How often a test tried something, and how often that did harm. */
export interface Trial {
  /** Path of the test file. */
  file: string;
  /** The titles of the test and of what it is in, joined by " > ". */
  test: string;
  what: string;
  tried: number;
  succeeded: number;
}

/** A measurement that a test made, in words. */
export interface Figure {
  file: string;
  figure: string;
  value: string;
}

/**
 * Writes a line for docs/reliability.md: `npm run test:faults` sets the file to write to and makes
 * the tables from it (scripts/reliability.ts). Elsewhere nothing is written.
 */
export function record(line: Trial | Figure): void {
  const file = process.env.RELIABILITY_RECORDS;
  if (file) appendFileSync(file, `${JSON.stringify(line)}\n`);
}
