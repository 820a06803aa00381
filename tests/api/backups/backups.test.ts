import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tally } from '../../support/tally.ts';
import { DAY_MS, HOUR_MS, site } from './support.ts';

const attempt = tally();
const NAME = 'inkwell-2026-01-05T03-15-00Z.tar.gz';
const OLDER = 'inkwell-2026-01-04T03-15-00Z.tar.gz';

describe('GET /api/backups', () => {
  it('has nothing but the folder before there is a backup', async () => {
    const { call, admin, folder } = await site();
    const { status, body } = await call('GET /api/backups', { as: admin });
    expect([status, body]).toEqual([
      200,
      {
        every: 'off',
        last: null,
        failure: null,
        nextAt: null,
        isLate: false,
        isRequested: false,
        backups: [],
        isRunning: false,
        folder,
        exports: null,
      },
    ]);
  });

  it('lists backups with their size, age and kind, newest first, and no other files', async () => {
    const { call, admin, put, folder } = await site();
    await put(OLDER);
    await put('inkwell-2026-01-06T03-15-00Z-dump.tar.gz');
    await put('inkwell-2026-01-07T03-15-00Z-export.tar.gz');
    await writeFile(join(folder, '.new-half.tar.gz'), 'half');
    await writeFile(join(folder, 'notes.txt'), 'mine');
    const { body } = await call('GET /api/backups', { as: admin });
    const size = expect.any(Number);
    expect(body.backups).toEqual([
      {
        name: 'inkwell-2026-01-07T03-15-00Z-export.tar.gz',
        size,
        createdAt: '2026-01-07T03:15:00.000Z',
        kind: 'export',
      },
      {
        name: 'inkwell-2026-01-06T03-15-00Z-dump.tar.gz',
        size,
        createdAt: '2026-01-06T03:15:00.000Z',
        kind: 'dump',
      },
      { name: OLDER, size, createdAt: '2026-01-04T03:15:00.000Z', kind: 'database' },
    ]);
  });
});

describe('POST /api/backups', () => {
  it('asks for one backup, however often it’s called', async () => {
    const { call, admin, startNode, names } = await site();
    for (let n = 0; n < 2; n++) {
      const { status, body } = await call('POST /api/backups', { as: admin });
      expect([status, body.isRunning]).toEqual([202, true]);
    }
    const { look } = await startNode('a');
    await look();
    await look();
    expect(await names()).toEqual([NAME]);
    const { body } = await call('GET /api/audit?action=backup.create', { as: admin });
    expect(body.total).toBe(1);
  });
});

describe('GET /api/backups/:name', () => {
  it('sends the file, and records who took it', async () => {
    const { call, admin, put } = await site();
    await put(NAME);
    const { status, headers, body } = await call(`GET /api/backups/${NAME}`, { as: admin });
    expect([status, body]).toEqual([200, `backup ${NAME}`]);
    expect(headers.get('Content-Disposition')).toBe(`attachment; filename="${NAME}"`);
    expect(headers.get('Content-Length')).toBe(String(body.length));
    expect(headers.get('Cache-Control')).toContain('no-store');
    const log = await call('GET /api/audit?action=backup.download', { as: admin });
    expect(log.body.entries).toMatchObject([{ actor: admin.id, subject: NAME }]);
  });

  it('needs a recent sign-in', async () => {
    const { call, admin, put, signIn, pass } = await site();
    await put(NAME);
    const Cookie = await signIn(admin);
    pass(HOUR_MS);
    const { status, body } = await call(`GET /api/backups/${NAME}`, { headers: { Cookie } });
    expect([status, body.code]).toEqual([403, 'reauthenticate']);
  });

  it.each([
    'blog.db',
    '..%2Fblog.db',
    '%2e%2e%2fblog.db',
    '..%5Cblog.db',
    '.new-half.tar.gz',
    `${NAME}%00`,
    `${NAME}%0A`,
    `.%2F${NAME}`,
    `..%2Fbackups%2F${NAME}`,
    NAME.toUpperCase(),
    '%',
  ])('finds no backup with the name %s, and deletes nothing', (name) =>
    attempt('files read or deleted through the name of a backup', async () => {
      const { call, admin, put, names } = await site();
      await put(NAME);
      for (const method of ['GET', 'DELETE']) {
        const { status } = await call(`${method} /api/backups/${name}`, { as: admin });
        expect([method, status]).toEqual([method, 404]);
      }
      expect(await names()).toEqual([NAME]);
      expect((await call('GET /api/settings', { as: admin })).status).toBe(200);
    }),
  );
});

describe('DELETE /api/backups/:name', () => {
  it('deletes a backup, and the one before it becomes the last one', async () => {
    const { call, admin, put, startNode, set, status, names } = await site();
    const older = await put(OLDER);
    await set({ backupEvery: 'day' });
    const { look } = await startNode('a');
    await look();
    expect((await status()).last?.name).toBe(NAME);
    const answer = await call(`DELETE /api/backups/${NAME}`, { as: admin });
    expect(answer.status).toBe(200);
    expect(await names()).toEqual([OLDER]);
    expect((await status()).last).toEqual(older);
    const log = await call('GET /api/audit?action=backup.delete', { as: admin });
    expect(log.body.entries).toMatchObject([{ actor: admin.id, subject: NAME }]);
  });

  it('waits for a backup that is being made', async () => {
    const { call, admin, put, startNode, names } = await site();
    await put(NAME);
    const { leases } = await startNode('a');
    await leases.withLease('backup', async () => {
      const { status } = await call(`DELETE /api/backups/${NAME}`, { as: admin });
      expect(status).toBe(409);
      expect((await call('GET /api/backups', { as: admin })).body.isRunning).toBe(true);
    });
    expect(await names()).toEqual([NAME]);
  });
});

describe('the settings of backups', () => {
  it('are off and seven at first', async () => {
    const { call, admin } = await site();
    const { body } = await call('GET /api/settings', { as: admin });
    expect(body).toMatchObject({ backupEvery: 'off', backupKeep: 7 });
  });

  it.each([
    [{ backupEvery: 'hour' }, 'backupEvery must be "off", "day" or "week".'],
    [{ backupKeep: 0 }, 'backupKeep must be a whole number from 1 to 100.'],
    [{ backupKeep: 101 }, 'backupKeep must be a whole number from 1 to 100.'],
  ])('can’t be %j', async (json, message) => {
    const { set } = await site();
    const { status, body } = await set(json);
    expect([status, body.message]).toEqual([400, message]);
  });

  it('show the next backup, and a late one', async () => {
    const { call, admin, set, pass } = await site();
    await set({ backupEvery: 'week' });
    pass(15 * DAY_MS);
    const { body } = await call('GET /api/stats/system', { as: admin });
    expect(body.backups).toMatchObject({ every: 'week', isLate: true });
  });
});
