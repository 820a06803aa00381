import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { acquireLease } from '../../../db/queries/leases.ts';
import { runSql } from '../../../db/queries/query.ts';
import { age, DAY_MS, endless, HOUR_MS, type Run, SUMMARY, site } from './support.ts';

describe('the rehearsal', () => {
  it('runs when the upload is complete, and shows its result', async () => {
    const { begin, send, startNode, call, admin, services } = await site();
    const run = vi.fn<Run>(async () => SUMMARY);
    const { look } = await startNode('a', run);
    const begun = await begin('export', { options: { from: 'ghost' } });
    await look();
    expect(run).not.toHaveBeenCalled();
    await send(0, 'export');
    await look();
    await look();
    expect(run.mock.calls.map(([task]) => task)).toEqual([
      {
        action: 'rehearse',
        id: begun.id,
        file: join(services.env.dataDir, 'imports', begun.id, 'upload'),
        name: 'export.xml',
        options: { ...begun.options, from: 'ghost' },
      },
    ]);
    const { job } = (await call('GET /api/imports', { as: admin })).body;
    expect(job).toMatchObject({ status: 'ready', summary: SUMMARY, progress: null, error: null });
    expect(job.address).toMatch(/^\/api\/rehearsal\/[\w-]{43}\/$/);
  });

  it('stores its progress while it runs', async () => {
    const { begin, send, startNode, job } = await site();
    const said = Promise.withResolvers<void>();
    const { look } = await startNode('a', async (_task, { onProgress }) => {
      onProgress('Reading');
      onProgress('Writing: 1,200 records');
      await said.promise;
      return SUMMARY;
    });
    await begin('export');
    await send(0, 'export');
    const looking = look();
    await expect.poll(job).toMatchObject({ progress: 'Writing: 1,200 records' });
    expect(await job()).toMatchObject({ status: 'rehearsing', error: null });
    said.resolve();
    await looking;
    expect(await job()).toMatchObject({ status: 'ready', progress: null });
  });

  it('keeps nothing but the reason if it fails', async () => {
    const { begin, send, startNode, call, admin, files } = await site();
    const { look } = await startNode('a', async ({ file }) => {
      throw new Error(`${file} isn’t an export that Inkwell knows.`);
    });
    await begin('export');
    await send(0, 'export');
    await look();
    const { job } = (await call('GET /api/imports', { as: admin })).body;
    const error = 'export.xml isn’t an export that Inkwell knows.';
    expect(job).toMatchObject({ status: 'failed', error, progress: null, address: null });
    expect(await files()).toEqual([]);
    expect((await call('DELETE /api/imports', { as: admin })).status).toBe(200);
    expect((await call('GET /api/imports', { as: admin })).body.job).toBeNull();
  });

  it('explains that another node has the upload', async () => {
    const { begin, send, startNode, job, folderOf } = await site();
    const begun = await begin('export');
    await send(0, 'export');
    await rm(folderOf(begun), { recursive: true });
    const { look } = await startNode('a');
    await look();
    expect((await job())?.error).toContain('they must share the folder DATA_DIR/imports');
  });

  it('starts over after a stop, from the upload alone', async () => {
    const { begin, send, startNode, status, files, folderOf } = await site();
    const begun = await begin('export');
    await send(0, 'export');
    const first = endless();
    const node = await startNode('a', first.run);
    const looking = node.look();
    await first.started;
    await mkdir(join(folderOf(begun), 'site'));
    await writeFile(join(folderOf(begun), 'blog.db'), 'half');
    await node.stop();
    await looking;
    expect(await status()).toBe('rehearsing');
    let seen: string[] = [];
    const { look } = await startNode('a', async () => {
      seen = await files(begun);
      return SUMMARY;
    });
    await look();
    expect(seen).toEqual(['upload']);
    expect(await status()).toBe('ready');
  });

  it('runs once on two nodes', async () => {
    const { begin, send, startNode, status } = await site();
    const run = vi.fn<Run>(async () => {
      await wait(20);
      return SUMMARY;
    });
    const [a, b] = [await startNode('a', run), await startNode('b', run)];
    await begin('export');
    await send(0, 'export');
    await Promise.all([a.look(), b.look()]);
    await Promise.all([a.look(), b.look()]);
    expect(run).toHaveBeenCalledOnce();
    expect(await status()).toBe('ready');
  });

  it('ends on a node that lost the lease, and starts over on the other one', async () => {
    const { begin, send, startNode, status, database } = await site();
    const first = endless();
    const a = await startNode('a', async (task, { signal, onProgress }) => {
      onProgress('Reading');
      return await first.run(task, { signal, onProgress });
    });
    await begin('export');
    await send(0, 'export');
    const looking = a.look();
    await first.started;
    // As if this process had been suspended.
    await database.transaction(async (tx) => {
      await runSql(tx, sql`update leases set expires_at = 0 where name = 'import'`);
      await acquireLease(tx, { name: 'import', holder: 'b' }, HOUR_MS);
    });
    await first.stopped;
    await looking;
    expect(await status()).toBe('rehearsing');
    const b = await startNode('b');
    await b.look();
    expect(await status()).toBe('ready');
  });

  it('ends when it is thrown away, and leaves nothing', async () => {
    const { begin, send, startNode, call, admin, job, files, folderOf } = await site();
    const working = endless();
    const { look } = await startNode('a', async (task, options) => {
      const stopped = await working.run(task, options).catch((error: unknown) => error);
      // What the process wrote before it noticed.
      await mkdir(join(folderOf(task), 'site'), { recursive: true });
      throw stopped;
    });
    await begin('export');
    await send(0, 'export');
    const looking = look();
    await working.started;
    expect((await call('DELETE /api/imports', { as: admin })).status).toBe(200);
    expect(await job()).toBeNull();
    await working.stopped;
    await looking;
    expect(await job()).toBeNull();
    expect(await files()).toEqual([]);
  });
});

describe('a rehearsed import', () => {
  it('becomes public, and only its report stays', async () => {
    const { rehearse, startNode, call, admin, files, folderOf, services } = await site();
    const job = await rehearse();
    for (const name of ['entries.json', 'notes.json', 'unanswered.json', 'blog.db']) {
      await writeFile(join(folderOf(job), name), '[]');
    }
    const published = await call('POST /api/imports/publish', { as: admin });
    expect([published.status, published.body.job.status]).toEqual([202, 'publishing']);
    const run = vi.fn<Run>(async () => null);
    const { look } = await startNode('a', run);
    await look();
    await look();
    const file = join(services.env.dataDir, 'imports', job.id, 'upload');
    expect(run.mock.calls.map(([task]) => task)).toMatchObject([
      { action: 'publish', id: job.id, file },
    ]);
    const after = (await call('GET /api/imports', { as: admin })).body.job;
    expect(after).toMatchObject({ status: 'published', address: null, summary: SUMMARY });
    expect((await files(job)).sort()).toEqual(['entries.json', 'notes.json', 'unanswered.json']);
    const report = await call('GET /api/imports/report', { as: admin });
    expect(report.body).toEqual({ total: 0, items: [] });
  });

  it('is published again after a kill, and can’t be thrown away in the meantime', async () => {
    const { rehearse, startNode, call, admin, status } = await site();
    await rehearse();
    await call('POST /api/imports/publish', { as: admin });
    const first = endless();
    const a = await startNode('a', first.run);
    const looking = a.look();
    await first.started;
    const refused = await call('DELETE /api/imports', { as: admin });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "The import is being made public and can't be stopped now.",
    ]);
    await a.stop();
    await looking;
    expect(await status()).toBe('publishing');
    const b = await startNode('b', async () => null);
    await b.look();
    expect(await status()).toBe('published');
  });

  it('stays if it can’t be made public, and can be tried again', async () => {
    const { rehearse, startNode, call, admin, files } = await site();
    const job = await rehearse();
    const publish = () => call('POST /api/imports/publish', { as: admin });
    await publish();
    const a = await startNode('a', async () => {
      throw new Error('The disk is full.');
    });
    await a.look();
    const after = (await call('GET /api/imports', { as: admin })).body.job;
    expect(after).toMatchObject({ status: 'ready', error: 'The disk is full.', progress: null });
    expect(after.address).not.toBeNull();
    expect(await files(job)).toContain('upload');
    expect((await publish()).body.job).toMatchObject({ status: 'publishing', error: null });
  });

  it('can be made public only once, after a rehearsal and a recent sign-in', async () => {
    const { begin, send, rehearse, call, admin, signIn, pass, status } = await site();
    const publish = () => call('POST /api/imports/publish', { as: admin });
    expect((await publish()).status).toBe(404);
    await begin('export');
    expect((await publish()).status).toBe(409);
    await send(0, 'export');
    expect((await publish()).status).toBe(409);
    await call('DELETE /api/imports', { as: admin });
    await rehearse();
    const Cookie = await signIn(admin);
    pass(HOUR_MS);
    const late = await call('POST /api/imports/publish', { headers: { Cookie } });
    expect([late.status, late.body.code]).toEqual([403, 'reauthenticate']);
    expect(await status()).toBe('ready');
    expect((await publish()).status).toBe(202);
    expect((await publish()).status).toBe(409);
  });

  it('the audit log names who published or deleted an import, without its secret', async () => {
    const { rehearse, call, admin, job } = await site();
    const { id } = await rehearse();
    const secret = (await job())?.secret ?? '';
    await call('DELETE /api/imports', { as: admin });
    const other = await rehearse();
    await call('POST /api/imports/publish', { as: admin });
    const { body } = await call('GET /api/audit', { as: admin });
    const entries = body.entries.map(({ action, actor, subject }: Record<string, string>) => [
      ...[action, actor, subject],
    ]);
    expect(entries).toEqual([
      ['import.publish', admin.id, other.id],
      ['import.begin', admin.id, other.id],
      ['import.remove', admin.id, id],
      ['import.begin', admin.id, id],
    ]);
    expect(secret).toHaveLength(43);
    expect(JSON.stringify(body)).not.toContain(secret);
  });
});

describe('a start', () => {
  it('removes old folders that no import needs', async () => {
    const { begin, startNode, files, folderOf } = await site();
    const job = await begin('export');
    const [old, young] = [{ id: '0'.repeat(16) }, { id: '1'.repeat(16) }];
    for (const folder of [old, young]) {
      await mkdir(join(folderOf(folder), 'site'), { recursive: true });
    }
    await age(folderOf(old), 2 * HOUR_MS);
    await age(folderOf(job), DAY_MS);
    await startNode('a');
    expect((await files()).sort()).toEqual([young.id, job.id].sort());
  });

  it('removes nothing while another node works on an import', async () => {
    const { startNode, files, folderOf } = await site();
    const a = await startNode('a');
    const old = { id: '0'.repeat(16) };
    await mkdir(folderOf(old), { recursive: true });
    await age(folderOf(old), DAY_MS);
    await a.leases.withLease('import', async () => {
      await startNode('b');
    });
    expect(await files()).toEqual([old.id]);
  });
});
