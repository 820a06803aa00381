import { statSync } from 'node:fs';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { PendingChange } from '../../../api/publish/pending.ts';
import { RenderThread } from '../../../api/publish/render-thread.ts';
import { Retries } from '../../../api/publish/retries.ts';
import { testDatabase } from '../../support/database.ts';

const row = (seq: number, attempts: number): PendingChange => ({
  seq,
  attempts,
  postId: 'p',
  slug: 'p',
  action: 'publish',
  error: null,
  isBulk: false,
  at: 0,
  retryAt: 0,
});

/** Retries that end when the test ends them. */
function manualRetries() {
  const renders: { signal: AbortSignal; end(isWritten: boolean): void }[] = [];
  const onEnd = vi.fn();
  const render = (_row: PendingChange, signal: AbortSignal) =>
    new Promise<boolean>((end) => renders.push({ signal, end }));
  return { retries: new Retries(render, onEnd), renders, onEnd };
}

describe('a post that changes while it is being retried', () => {
  test.each([true, false])('waits until the old retry has ended (written: %s)', async (written) => {
    const { retries, renders, onEnd } = manualRetries();
    const [old, changed] = [row(1, 1), row(2, 0)];
    expect(retries.select([old])).toEqual([]);
    expect(retries.select([changed])).toEqual([]);
    expect(renders[0]?.signal.aborted).toBe(true);
    renders[0]?.end(written);
    await retries.idle();
    expect(onEnd).toHaveBeenCalledOnce();
    expect(retries.select([changed])).toEqual([changed]);
    expect([retries.takeWritten(old), retries.takeWritten(changed)]).toEqual([false, false]);
  });

  test('does not count as written because its old page was', async () => {
    const { retries, renders } = manualRetries();
    retries.select([row(1, 1)]);
    renders[0]?.end(true);
    await retries.idle();
    expect(retries.takeWritten(row(2, 0))).toBe(false);
    expect(retries.takeWritten(row(1, 1))).toBe(false);
  });
});

test('an aborted thread writes nothing after the abort is reported', async () => {
  const { folder } = await testDatabase();
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  const filename = join(folder, 'worker.mjs');
  await writeFile(from, '');
  // Long enough for one call of the file system to be under way.
  await truncate(from, 100 * 1024 * 1024);
  await writeFile(
    filename,
    `import { copyFile } from 'node:fs/promises';
     export const copy = ({ from, to }) => copyFile(from, to);`,
  );
  const thread = new RenderThread({ filename: pathToFileURL(filename).href }, 10_000);
  onTestFinished(() => thread.destroy());
  const controller = new AbortController();
  const run = thread.run('copy', { from, to }, { signal: controller.signal });
  const size = () => statSync(to, { throwIfNoEntry: false })?.size ?? 0;
  while (size() === 0) await nextTurn();
  controller.abort(new Error('The post changed.'));
  await expect(run).rejects.toThrow('The post changed.');
  const written = size();
  await wait(100);
  expect(size()).toBe(written);
});
