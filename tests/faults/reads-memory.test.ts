import { expect, it } from 'vitest';
import { residentMb } from '../../bench/support/figures.ts';
import { rateOf } from '../../bench/support/load.ts';
import { startServer } from '../e2e/support/server.ts';
import { figure } from '../support/tally.ts';

const ROUNDS = 3;
/** Young generations, compiled code, buffers. An object that outlives its request costs 100 MB more. */
const MAX_GROWTH_MB = 60;

it('leaves no garbage of a request for a full collection', async () => {
  const server = await startServer({ seed: 'demo' });
  try {
    const port = Number(new URL(server.url).port);
    const before = await residentMb(server.pid);
    for (let n = 0; n < ROUNDS; n++) await rateOf(port, { path: '/api/post/getposts' });
    const growth = (await residentMb(server.pid)) - before;
    figure('memory', `${Math.round(growth)} MB more after ${ROUNDS} rounds of reads`);
    expect(growth).toBeLessThan(MAX_GROWTH_MB);
  } finally {
    await server.stop();
  }
}, 120_000);
