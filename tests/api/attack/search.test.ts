import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { UnavailableError } from '../../../api/errors.ts';
import { createFairQueue } from '../../../api/fair-queue.ts';
import { testApp } from '../../support/app.ts';
import { makePost } from '../../support/database.ts';
import { tally } from '../../support/tally.ts';

const attack = tally();

/** The queue as searches use it. */
const queueOf = (limits: { maxWaiting: number; deadlineMs: number }) =>
  createFairQueue({ ...limits, concurrency: 1, full: () => new UnavailableError('full', 2) });

describe('the queue of searches', () => {
  /** Runs until `finish` is called. */
  function heldTask() {
    const { promise, resolve: finish } = Promise.withResolvers<void>();
    return { run: () => promise, finish };
  }

  test('the queue of searches lets clients take turns', async () => {
    const inTurn = queueOf({ maxWaiting: 256, deadlineMs: 60_000 });
    const begun: string[] = [];
    const call = (client: string) => inTurn(client, async () => void begun.push(client));
    await attack('searches that starve others', async () => {
      const held = heldTask();
      const first = inTurn('attacker', held.run);
      const calls = Array.from({ length: 100 }, () => call('attacker'));
      calls.push(call('reader'), call('reader'), call('other'));
      held.finish();
      await Promise.all([first, ...calls]);
      expect(begun.slice(0, 6)).toEqual([
        ...['reader', 'other', 'attacker', 'reader', 'attacker', 'attacker'],
      ]);
      expect(begun).toHaveLength(103);
    });
  });

  test('the queue of searches, when full, refuses the newest call of the client with the most', async () => {
    const inTurn = queueOf({ maxWaiting: 10, deadlineMs: 60_000 });
    await attack('searches that fill the queue', async () => {
      const held = heldTask();
      const first = inTurn('attacker', held.run);
      const calls = Array.from({ length: 200 }, (_, n) =>
        inTurn('attacker', async () => n).catch((error: UnavailableError) => error.statusCode),
      );
      const reader = inTurn('reader', async () => 'found');
      held.finish();
      await first;
      expect(await reader).toBe('found');
      const answers = await Promise.all(calls);
      expect(answers.filter((answer) => answer !== 503)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    });
  });

  test('the queue of searches refuses a waiting or running call at its deadline, and continues when the work ends', async () => {
    const inTurn = queueOf({ maxWaiting: 10, deadlineMs: 50 });
    await attack('searches that wait forever', async () => {
      const held = heldTask();
      const refusals = [inTurn('a', held.run), inTurn('b', async () => 'too late')];
      for (const refused of refusals) {
        await expect(refused).rejects.toMatchObject({
          statusCode: 503,
          headers: { 'Retry-After': '2' },
        });
      }
      const next = inTurn('b', async () => 'found');
      held.finish();
      expect(await next).toBe('found');
    });
  });

  test('the queue of searches continues after a failure', async () => {
    const inTurn = queueOf({ maxWaiting: 10, deadlineMs: 60_000 });
    const failing = inTurn('a', () => Promise.reject(new Error('no')));
    const next = inTurn('a', async () => 'found');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('found');
  });
});

test('400 searches at once each get 200, or 503 with Retry-After', async () => {
  const site = await testApp();
  for (let n = 0; n < 20; n++) await makePost(site.database, { title: `a b c ${n}` });
  await attack(
    'concurrent searches',
    async () => {
      const answers = await Promise.all(
        Array.from({ length: 400 }, (_, n) =>
          site.call(`GET /api/post/getposts?searchTerm=a+b+${n % 20}&startIndex=${n}`, {
            from: `192.0.2.${n % 2}`,
          }),
        ),
      );
      for (const { status, headers } of answers) {
        expect([200, 503]).toContain(status);
        // 1: from the database, when it's slow.
        if (status === 503) expect(headers.get('Retry-After')).toMatch(/^[12]$/);
      }
    },
    400,
  );
  // A reader is served at once afterwards.
  await setTimeout(0);
  const { status, body } = await site.call('GET /api/post/getposts?searchTerm=b', {
    from: '192.0.2.7',
  });
  expect([status, body.totalPosts]).toEqual([200, 20]);
});
