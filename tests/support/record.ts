import { appendFileSync } from 'node:fs';

/** How often a test tried an attack or a fault, and how often it caused harm. */
export interface Trial {
  /** Path of the test file. */
  file: string;
  /** The titles of the test's groups and of the test, joined by " > ". */
  test: string;
  what: string;
  tried: number;
  succeeded: number;
}

/** A measurement of a test, as text. */
export interface Figure {
  file: string;
  figure: string;
  value: string;
}

/**
 * Writes a line for docs/reliability.md. `npm run test:all` sets the file and creates the tables
 * from it (scripts/reliability.ts). Other runs write nothing.
 */
export function record(line: Trial | Figure): void {
  const file = process.env.RELIABILITY_RECORDS;
  if (file) appendFileSync(file, `${JSON.stringify(line)}\n`);
}
