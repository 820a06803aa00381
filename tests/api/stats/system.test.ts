import { describe, expect, it } from 'vitest';
import { readDisk, warnOfFullDisk } from '../../../api/health/disk.ts';
import { insertMail, listMail, markMailFailed } from '../../../db/queries/mail.ts';
import { setSetting } from '../../../db/queries/settings.ts';
import { newestMigration } from '../../../db/release.ts';
import { testApp } from '../../support/app.ts';
import { makePicture, makeUser } from '../../support/database.ts';

const MB = 1_000_000;

/** A disk of 1 GB with this much free space. */
const diskWith = (free: number) => () =>
  readDisk({ dataDir: '/data', databaseUrl: 'postgres://host/name' }, async () => ({
    bsize: 1000,
    blocks: MB,
    bfree: free / 1000,
    bavail: free / 1000,
  }));

describe('a disk that is 90 % full', () => {
  it('a disk that is 90 % full is a warning of /api/health, which stays 200, and one in the log', async () => {
    const { call, services, logged } = await testApp({ services: { disk: diskWith(100 * MB) } });
    const { status, body } = await call('GET /api/health');
    expect([status, body]).toEqual([200, { status: 'ok', warnings: ['disk'] }]);
    await warnOfFullDisk(services);
    expect(logged().at(-1)?.msg).toMatch(/^the disk is 90 % full: 100 MB left/);
  });

  it('a disk that is 90 % full is not reported earlier', async () => {
    const { call, services, logged } = await testApp({ services: { disk: diskWith(101 * MB) } });
    expect((await call('GET /api/health')).body).toEqual({ status: 'ok' });
    const before = logged().length;
    await warnOfFullDisk(services);
    expect(logged()).toHaveLength(before);
  });

  it('a disk that is 90 % full is the fuller one when the database is on another disk', async () => {
    const sizes: Record<string, number> = { '/data': 900, '/db': 50 };
    const disk = await readDisk(
      { dataDir: '/data', databaseUrl: 'file:/db/blog.db' },
      async (path) => ({
        bsize: 1,
        blocks: 1000,
        bfree: sizes[path] ?? 0,
        bavail: sizes[path] ?? 0,
      }),
    );
    expect(disk).toEqual({ free: 50, total: 1000, isNearlyFull: true });
  });
});

describe('GET /api/stats/system', () => {
  it('names the newer release that upgraded the database during a rolling upgrade', async () => {
    const app = await testApp();
    const admin = await makeUser(app.database, { role: 'administrator' });
    const ask = async () => (await app.call('GET /api/stats/system', { as: admin })).body;
    const mark = (migration: number) =>
      app.database.transaction((tx) =>
        setSetting(
          tx,
          'database:migrated-by',
          JSON.stringify({ by: 'Inkwell 99.0.0 (migration 0099_later)', migration, oldest: 0 }),
        ),
      );
    await mark(newestMigration());
    expect((await ask()).newerRelease).toBeNull();
    await mark(newestMigration() + 1);
    expect((await ask()).newerRelease).toBe('Inkwell 99.0.0 (migration 0099_later)');
  });

  it('shows administrators the version, free space, size of the database and failing mail', async () => {
    const app = await testApp({
      env: { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'blog@example.com' },
      services: { disk: diskWith(400 * MB) },
    });
    const admin = await makeUser(app.database, { role: 'administrator' });
    await makePicture(app.database, {
      userId: admin.id,
      url: '/uploads/1735689600000-tree.jpg',
      storedBytes: 1234,
    });
    // Of an early version.
    const early = '/uploads/1735689600000-old.jpg';
    await makePicture(app.database, { userId: admin.id, url: early, bytes: 66, storedBytes: 0 });
    await app.database.transaction(async (tx) => {
      const createdAt = new Date();
      await insertMail(tx, { kind: 'test', to: 'a@example.com', payload: '{}', createdAt });
      await insertMail(tx, { kind: 'test', to: 'b@example.com', payload: '{}', createdAt });
      const [first] = await listMail(tx, { limit: 1 });
      await markMailFailed(tx, first?.id ?? '', { error: '550 no such user', notBefore: null });
    });
    const { status, body } = await app.call('GET /api/stats/system', { as: admin });
    expect([status, body]).toEqual([
      200,
      {
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        newerRelease: null,
        disk: { free: 400 * MB, total: 1000 * MB, isNearlyFull: false },
        databaseBytes: expect.any(Number),
        pictureBytes: 1300,
        failingMail: 1,
        backups: {
          every: 'off',
          last: null,
          failure: null,
          nextAt: null,
          isLate: false,
          isRequested: false,
        },
        exports: null,
      },
    ]);
    expect(body.databaseBytes).toBeGreaterThan(50_000);
  });

  it('GET /api/stats/system is for administrators', async () => {
    const { call, database } = await testApp();
    const editor = await makeUser(database, { role: 'editor' });
    expect((await call('GET /api/stats/system')).status).toBe(401);
    expect((await call('GET /api/stats/system', { as: editor })).status).toBe(403);
  });
});
