import { expect, test } from 'vitest';
import { Limiter } from '../../../api/ratelimit/limiter.ts';
import { testDatabase } from '../../support/database.ts';

const LIMIT = { points: 5, duration: 24 * 60 * 60 };

/** Limiters of two nodes; the clock of the second one differs by `skewMs`. */
async function twoNodes(skewMs: number) {
  const database = await testDatabase();
  const at = Date.now();
  const on = (ms: number) => {
    const limiter = new Limiter({ database, now: () => new Date(at + ms) }, 'like', LIMIT);
    return () => database.transaction((tx) => limiter.add(tx, 'ada'));
  };
  return [on(0), on(skewMs)] as const;
}

test.each([-60_000, -1, 1, 60_000])(
  'points count although a clock differs by %i ms',
  async (skewMs) => {
    const [first, second] = await twoNodes(skewMs);
    await first();
    await second();
    expect((await first()).points).toBe(3);
    expect((await second()).points).toBe(4);
  },
);

test('a counter from before the clock was set back starts again', async () => {
  const [today, yesterday] = await twoNodes(-24 * 60 * 60 * 1000);
  await today();
  expect((await yesterday()).points).toBe(1);
});
