import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { SERVER_FLAGS } from '../../scripts/server-memory.mjs';

const MODULE = new URL('../../api/memory.ts', import.meta.url).href;

/** Makes 60 MB of garbage, with objects in between that stay. Prints how many MB the system gets back. */
const SCRIPT = `
  import { setTimeout as wait } from 'node:timers/promises';
  import { collectGarbageSoon } from '${MODULE}';

  let all = Array.from({ length: 400_000 }, (_, n) => ({ n, text: 'text number ' + n, list: [n] }));
  const kept = all.filter(({ n }) => n % 500 === 0);
  all = undefined;
  const before = process.memoryUsage.rss();
  collectGarbageSoon();
  await wait(3_000);
  console.log(Math.round((before - process.memoryUsage.rss()) / 1e6), kept.length);
`;

test('memory that is free after a start returns to the system', async () => {
  const args = [...SERVER_FLAGS, '--input-type=module', '--eval', SCRIPT];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const [returned, kept] = stdout.trim().split(' ').map(Number);
  expect(kept).toBe(800);
  // An ordinary collection returns 2 MB of them.
  expect(returned).toBeGreaterThan(30);
});
