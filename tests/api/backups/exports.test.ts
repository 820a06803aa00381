import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Schedule } from '../../../api/backups/schedule.ts';
import type { ScheduledTask } from '../../../api/backups/tasks.ts';
import { Leases } from '../../../api/nodes/leases.ts';
import { makeAccount, testApp } from '../../support/app.ts';
import { DAY_MS, HOUR_MS, START } from './support.ts';

/** A site with an administrator, a clock and a folder for exports. */
async function site(env: Record<string, string> = { EXPORT_DIR: '/tmp/inkwell-no-export' }) {
  const clock = { now: START.getTime() };
  const now = () => new Date(clock.now);
  const app = await testApp({ env, services: { now } });
  const admin = await makeAccount(app.database, { role: 'administrator' });
  const work = vi.fn<ScheduledTask<'export'>['run']>(async () => ({
    createdAt: now().toISOString(),
    files: 4,
    changed: 1,
  }));
  function startNode(id: string) {
    const { database, log } = app.services;
    const leases = new Leases({ database, holder: id, log });
    const task = { name: 'export', run: work } as const;
    const schedule = new Schedule({ database, log, now, task, node: { leases }, lookMs: DAY_MS });
    onTestFinished(() => schedule.stop());
    return async () => {
      // The first call may only wait for the start.
      await schedule.wake();
      await schedule.wake();
    };
  }
  const status = async () => (await app.call('GET /api/backups', { as: admin })).body.exports;
  return {
    ...{ work, startNode, status },
    system: async () => (await app.call('GET /api/stats/system', { as: admin })).body.exports,
    set: (exportEvery: string) =>
      app.call('PUT /api/settings', { as: admin, json: { exportEvery } }),
    pass: (ms: number) => {
      clock.now += ms;
    },
  };
}

describe('the schedule of exports', () => {
  it('is off until it’s turned on, and then exports at once and when it is due', async () => {
    const { work, startNode, status, set, pass } = await site();
    const look = startNode('a');
    await look();
    expect(work).not.toHaveBeenCalled();
    expect(await status()).toMatchObject({ every: 'off', last: null, nextAt: null });
    await set('day');
    await look();
    expect(work).toHaveBeenCalledOnce();
    expect(await status()).toMatchObject({
      folder: '/tmp/inkwell-no-export',
      last: { createdAt: START.toISOString(), files: 4, changed: 1 },
      nextAt: new Date(START.getTime() + DAY_MS).toISOString(),
    });
    pass(DAY_MS - 1);
    await look();
    expect(work).toHaveBeenCalledOnce();
    pass(1);
    await look();
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('shows why one failed, and tries again after an hour', async () => {
    const { work, startNode, status, system, set, pass } = await site();
    const look = startNode('a');
    work.mockRejectedValueOnce(new Error('EXPORT_COMMAND ended with 1.'));
    await set('week');
    await look();
    const failure = { at: START.toISOString(), message: 'EXPORT_COMMAND ended with 1.' };
    expect(await status()).toMatchObject({ failure, last: null });
    expect((await system()).failure).toEqual(failure);
    pass(HOUR_MS);
    await look();
    expect((await status()).failure).toBeNull();
  });

  it('says when exports are late', async () => {
    const { startNode, system, set, pass } = await site();
    await set('day');
    await startNode('a')();
    pass(2 * DAY_MS);
    expect((await system()).isLate).toBe(false);
    pass(1);
    expect((await system()).isLate).toBe(true);
  });

  it('runs on only one of two nodes', async () => {
    const { work, startNode, set } = await site();
    const looks = [startNode('a'), startNode('b')];
    await set('day');
    await Promise.all(looks.map((look) => look()));
    expect(work).toHaveBeenCalledOnce();
  });

  it('has no status on a server without a folder', async () => {
    const { status, system } = await site({});
    expect([await status(), await system()]).toEqual([null, null]);
  });

  it('refuses other intervals', async () => {
    const { set } = await site();
    const { status, body } = await set('hour');
    expect([status, body.message]).toEqual([400, 'exportEvery must be "off", "day" or "week".']);
  });
});
