import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { SERVER_FLAGS } from '../../scripts/server-memory.mjs';

const MODULE = new URL('../../api/memory.ts', import.meta.url).href;
const EXPECTED_MB = 30;

/**
 * Allocates objects, keeps every 500th, and prints how many MB of resident memory are released
 * within 20 seconds.
 */
const SCRIPT = `
  import { setTimeout as wait } from 'node:timers/promises';
  import { collectGarbageSoon } from '${MODULE}';

  let all = Array.from({ length: 400_000 }, (_, n) => ({ n, text: 'text number ' + n, list: [n] }));
  const kept = all.filter(({ n }) => n % 500 === 0);
  all = undefined;
  const before = process.memoryUsage.rss();
  const releasedMb = () => Math.round((before - process.memoryUsage.rss()) / 1e6);
  collectGarbageSoon();
  for (let second = 0; second < 20 && releasedMb() < ${EXPECTED_MB}; second++) await wait(1_000);
  console.log(releasedMb(), kept.length);
`;

test.runIf(process.platform === 'linux')(
  'collectGarbageSoon returns free memory to the operating system',
  async () => {
    const args = [...SERVER_FLAGS, '--input-type=module', '--eval', SCRIPT];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const [released, kept] = stdout.trim().split(' ').map(Number);
    expect(kept).toBe(800);
    // A regular collection returns about 2 MB.
    expect(released).toBeGreaterThanOrEqual(EXPECTED_MB);
  },
);
