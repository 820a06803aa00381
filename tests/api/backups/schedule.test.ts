import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { changeTaskState } from '../../../db/queries/task-state.ts';
import { DAY_MS, HOUR_MS, START, site } from './support.ts';

const FIRST = 'inkwell-2026-01-05T03-15-00Z.tar.gz';

describe('the schedule of backups', () => {
  it('makes none unless it was turned on', async () => {
    const { startNode, names, status } = await site();
    const { look } = await startNode('a');
    await look();
    expect(await names()).toEqual([]);
    expect(await status()).toMatchObject({ every: 'off', nextAt: null, isLate: false });
  });

  it.each([
    ['day', DAY_MS, 'inkwell-2026-01-06T03-15-00Z.tar.gz'],
    ['week', 7 * DAY_MS, 'inkwell-2026-01-12T03-15-00Z.tar.gz'],
  ])(
    'every %s: makes one at once, and the next one when it is due',
    async (every, period, second) => {
      const { startNode, names, status, set, pass } = await site();
      const { look } = await startNode('a');
      await set({ backupEvery: every });
      await look();
      expect(await names()).toEqual([FIRST]);
      expect((await status()).nextAt).toBe(new Date(START.getTime() + period).toISOString());
      pass(period - 1);
      await look();
      expect(await names()).toEqual([FIRST]);
      pass(1);
      await look();
      expect(await names()).toEqual([second, FIRST]);
    },
  );

  it('makes up for the time when the server was off with one backup', async () => {
    const { startNode, names, set, pass } = await site();
    const first = await startNode('a');
    await set({ backupEvery: 'day' });
    await first.look();
    await first.stop();
    pass(10 * DAY_MS);
    const second = await startNode('a');
    await second.look();
    await second.look();
    expect(await names()).toEqual(['inkwell-2026-01-15T03-15-00Z.tar.gz', FIRST]);
  });

  it('keeps as many as the owner chose, and deletes the oldest only after a good one', async () => {
    const { startNode, names, set, pass, put, make } = await site();
    for (const day of ['02', '03', '04']) await put(`inkwell-2026-01-${day}T00-00-00Z.tar.gz`);
    let isBroken = true;
    const { look } = await startNode('a', {
      make: async (signal) => {
        if (isBroken) throw new Error('The disk is full');
        return await make(signal);
      },
    });
    await set({ backupEvery: 'day', backupKeep: 2 });
    await look();
    expect(await names()).toHaveLength(3);
    isBroken = false;
    pass(HOUR_MS);
    await look();
    expect(await names()).toEqual([
      'inkwell-2026-01-05T04-15-00Z.tar.gz',
      'inkwell-2026-01-04T00-00-00Z.tar.gz',
    ]);
  });

  it('shows why a backup failed, and tries again after an hour', async () => {
    const { startNode, names, set, pass, status, make } = await site();
    const work = vi.fn(make).mockRejectedValueOnce(new Error('The disk is full'));
    const { look } = await startNode('a', { make: work });
    await set({ backupEvery: 'day' });
    await look();
    await look();
    expect(work).toHaveBeenCalledOnce();
    const failure = { at: START.toISOString(), message: 'The disk is full' };
    const nextAt = new Date(START.getTime() + HOUR_MS).toISOString();
    expect(await status()).toMatchObject({ failure, nextAt, last: null });
    pass(HOUR_MS);
    await look();
    expect(await names()).toHaveLength(1);
    expect((await status()).failure).toBeNull();
  });

  it('makes a backup that was asked for, also while the schedule is off', async () => {
    const { startNode, call, admin, names, status } = await site();
    const { look } = await startNode('a');
    await call('POST /api/backups', { as: admin });
    expect((await status()).isRequested).toBe(true);
    await look();
    await look();
    expect(await names()).toEqual([FIRST]);
    expect((await status()).isRequested).toBe(false);
  });

  it('two nodes make one backup', async () => {
    const { startNode, names, set, make } = await site();
    const work = vi.fn(make);
    const [a, b] = [await startNode('a', { make: work }), await startNode('b', { make: work })];
    await set({ backupEvery: 'day' });
    await Promise.all([a.look(), b.look()]);
    await Promise.all([a.look(), b.look()]);
    expect(work).toHaveBeenCalledOnce();
    expect(await names()).toEqual([FIRST]);
  });

  it('a stop interrupts a backup, which isn’t a failure and is made after the start', async () => {
    const { startNode, names, status, call, admin } = await site();
    const started = Promise.withResolvers<void>();
    const first = await startNode('a', {
      make: (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          started.resolve();
        }),
    });
    await call('POST /api/backups', { as: admin });
    const looking = first.look();
    await started.promise;
    await first.stop();
    await looking;
    expect(await status()).toMatchObject({ failure: null, isRequested: true });
    const second = await startNode('a');
    await second.look();
    expect(await names()).toEqual([FIRST]);
  });

  it('a start removes what a kill left behind, but not while another node makes a backup', async () => {
    const { startNode, folder, names } = await site();
    await mkdir(join(folder, '.new-killed'), { recursive: true });
    await writeFile(join(folder, '.new-killed', FIRST), 'half');
    const [a] = [await startNode('a')];
    expect(await readdir(folder)).toEqual([]);
    await mkdir(join(folder, '.new-running'));
    await a.leases.withLease('backup', async () => {
      await startNode('b');
      expect(await readdir(folder)).toEqual(['.new-running']);
    });
    expect(await names()).toEqual([]);
  });

  it('records who asked for a backup, and those of the schedule as the system’s', async () => {
    const { startNode, call, admin, set, pass } = await site();
    const { look } = await startNode('a');
    await call('POST /api/backups', { as: admin });
    await look();
    await set({ backupEvery: 'day', backupKeep: 3 });
    pass(DAY_MS);
    await look();
    const { body } = await call('GET /api/audit', { as: admin });
    const entries = body.entries.map(({ action, actor, subject }: Record<string, string>) => [
      ...[action, actor, subject],
    ]);
    expect(entries).toEqual([
      ['backup.create', 'system', 'inkwell-2026-01-06T03-15-00Z.tar.gz'],
      ['settings.backupKeep', admin.id, ''],
      ['settings.backupEvery', admin.id, ''],
      ['backup.create', admin.id, ''],
    ]);
  });
});

describe('a backup is late', () => {
  it.each([
    ['day', 2 * DAY_MS, false],
    ['day', 2 * DAY_MS + 1, true],
    ['week', 14 * DAY_MS, false],
    ['week', 14 * DAY_MS + 1, true],
    ['off', 30 * DAY_MS, false],
  ])('every %s: %i ms after the last one (%s)', async (every, age, isLate) => {
    const { database, put, set, pass, status } = await site();
    const last = await put(FIRST);
    await database.transaction((tx) => changeTaskState(tx, 'backup', { last }));
    await set({ backupEvery: every });
    pass(age);
    expect((await status()).isLate).toBe(isLate);
  });

  it('when none was made since the schedule was turned on', async () => {
    const { set, pass, status } = await site();
    await set({ backupEvery: 'day' });
    expect((await status()).isLate).toBe(false);
    pass(2 * DAY_MS + 1);
    expect((await status()).isLate).toBe(true);
  });

  it('not right after the schedule was turned on, however old the last one is', async () => {
    const { database, put, set, pass, status } = await site();
    const last = await put(FIRST);
    await database.transaction((tx) => changeTaskState(tx, 'backup', { last }));
    pass(30 * DAY_MS);
    await set({ backupEvery: 'day' });
    expect((await status()).isLate).toBe(false);
  });
});
