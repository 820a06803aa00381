import { afterAll } from 'vitest';

/**
 * Counts the attacks of a file, and prints at its end how many of each kind were tried and how many succeeded
 * (docs/reliability.md has the numbers). The function that it gives runs an attack, which throws when it does harm;
 * `count` is how many it consists of.
 */
export function tally() {
  const kinds = new Map<string, { tried: number; succeeded: number }>();
  afterAll(() => {
    for (const [kind, { tried, succeeded }] of kinds) {
      process.stdout.write(`${kind}: tried ${tried}, succeeded ${succeeded}\n`);
    }
  });
  return async (kind: string, attack: () => Promise<void>, count = 1): Promise<void> => {
    const counts = kinds.get(kind) ?? { tried: 0, succeeded: 0 };
    kinds.set(kind, counts);
    counts.tried += count;
    try {
      await attack();
    } catch (error) {
      counts.succeeded++;
      throw error;
    }
  };
}
