import { expect } from 'vitest';
import { record } from './record.ts';

/**
 * Counts the attacks of a Vitest file for the tables in docs/reliability.md. The returned function
 * runs an attack, which throws if it succeeds. `count` is the number of attempts in it.
 */
export function tally() {
  return async (what: string, attack: () => Promise<void>, count = 1): Promise<void> => {
    const { testPath: file = '', currentTestName: test = '' } = expect.getState();
    const trial = { file, test, what, tried: count };
    try {
      await attack();
    } catch (error) {
      record({ ...trial, succeeded: 1 });
      throw error;
    }
    record({ ...trial, succeeded: 0 });
  };
}

/** Records a measurement for docs/reliability.md and prints it. */
export function figure(name: string, value: string): void {
  console.log(`${name}: ${value}`);
  record({ file: expect.getState().testPath ?? '', figure: name, value });
}
