import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { residentMb } from '../../bench/support/figures.ts';
import { startServer } from '../e2e/support/server.ts';
import { figure } from '../support/tally.ts';

/** V8's choices differ from one process to the next, so one server isn't enough. */
const SERVERS = 3;
const READS = 15_000;
const AT_ONCE = 32;
/** The server collects the garbage of its start after two seconds. */
const QUIET_MS = 4_000;
/**
 * Covers young generations, compiled code and buffers, which take 16 to 28 MB. 2 kB that each request
 * leaves behind would add 30 MB.
 */
const MAX_GROWTH_MB = 45;

async function readMany(url: string): Promise<void> {
  let left = READS;
  const reader = async () => {
    while (left-- > 0) {
      const response = await fetch(`${url}/api/post/getposts`);
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, reader));
}

it.runIf(process.platform === 'linux')(
  'requests leave no garbage that only a full collection can free',
  async () => {
    const growths: number[] = [];
    for (let n = 0; n < SERVERS; n++) {
      const server = await startServer({ seed: 'demo' });
      try {
        await wait(QUIET_MS);
        const before = await residentMb(server.pid);
        await readMany(server.url);
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
