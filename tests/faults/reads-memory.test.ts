import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { residentMb } from '../../bench/support/figures.ts';
import { startServer } from '../e2e/support/server.ts';
import { isFullRun } from '../support/full-run.ts';
import { figure } from '../support/tally.ts';

/** V8's choices differ from one process to the next, so one server isn't enough. */
const SERVERS = 3;
const READS = 15_000;
/** After them, memory has what every read needs: young generations, compiled code, buffers. */
const WARM_UP = 3_000;
const AT_ONCE = 32;
/** The server collects the garbage of its start after two seconds. */
const QUIET_MS = 4_000;
/** Reads that leave nothing behind add 5 to 8 MB, and 2 kB left behind by each of them add 30. */
const MAX_GROWTH_MB = 20;

async function readMany(url: string, reads: number): Promise<void> {
  let left = reads;
  const reader = async () => {
    while (left-- > 0) {
      const response = await fetch(`${url}/api/post/getposts`);
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, reader));
}

it.runIf(isFullRun && process.platform === 'linux')(
  'requests leave no garbage that only a full collection can free',
  async () => {
    const growths: number[] = [];
    for (let n = 0; n < SERVERS; n++) {
      const server = await startServer({ seed: 'demo' });
      try {
        await wait(QUIET_MS);
        await readMany(server.url, WARM_UP);
        const before = await residentMb(server.pid);
        await readMany(server.url, READS);
        growths.push(Math.round((await residentMb(server.pid)) - before));
      } finally {
        await server.stop();
      }
    }
    figure(`MB added by ${READS} reads`, growths.join(', '));
    expect(Math.max(...growths)).toBeLessThan(MAX_GROWTH_MB);
  },
  180_000,
);
