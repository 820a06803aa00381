import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TooManyRequestsError, UnavailableError } from '../../api/errors.ts';
import { createFairQueue, type FairQueue } from '../../api/fair-queue.ts';

const queueOf = (limits: { concurrency: number; maxWaitingPerKey: number; maxWaiting: number }) =>
  createFairQueue({
    ...limits,
    full: () => new UnavailableError('full'),
    tooMany: () => new TooManyRequestsError('too many', 1),
  });

/** Tasks that end on demand, and the order in which they started. */
function tasks(queue: FairQueue) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    add: (name: string) =>
      queue(name.slice(0, 1), async () => {
        started.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return name;
      }),
    async end(name: string) {
      await nextTurn();
      ends.get(name)?.();
      await nextTurn();
    },
  };
}

test('users take turns', async () => {
  const queue = queueOf({ concurrency: 2, maxWaitingPerKey: 4, maxWaiting: 100 });
  const { started, add, end } = tasks(queue);
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(add);
  await nextTurn();
  expect(started).toEqual(['a1', 'a2']);
  // First the users with nothing running, then in turn.
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']) await end(name);
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']);
});

test('refuses a user with too many waiting tasks; when full, the user with the most loses one', async () => {
  const queue = queueOf({ concurrency: 1, maxWaitingPerKey: 2, maxWaiting: 3 });
  const { add, end } = tasks(queue);
  const running = ['a1', 'a2'].map(add);
  const givesWay = add('a3');
  await expect(add('a4')).rejects.toMatchObject({ statusCode: 429 });
  running.push(add('b1'), add('c1'));
  await expect(givesWay).rejects.toMatchObject({ statusCode: 503 });
  // No user has more waiting tasks than the newcomer would have.
  await expect(add('d1')).rejects.toMatchObject({ statusCode: 503 });
  for (const name of ['a1', 'b1', 'c1', 'a2']) await end(name);
  await Promise.all(running);
  const again = add('a5');
  await end('a5');
  expect(await again).toBe('a5');
});

test('a task that fails makes room for the next', async () => {
  const queue = queueOf({ concurrency: 1, maxWaitingPerKey: 1, maxWaiting: 1 });
  const failing = queue('a', () => Promise.reject(new Error('broken')));
  const next = queue('b', async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
