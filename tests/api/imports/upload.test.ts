import { stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { MAX_IMPORT_BYTES } from '../../../api/contract/imports.ts';
import { deleteUserSessions } from '../../../db/queries/sessions.ts';
import { fakePublisher, makeAccount } from '../../support/app.ts';
import { DAY_MS, HOUR_MS, START, site } from './support.ts';

const OPTIONS = {
  from: null,
  author: null,
  baseUrl: null,
  sitemap: null,
  pictures: 'fetch',
  merge: false,
};

describe('POST /api/imports', () => {
  it('begins an upload, which only the owner of the process can read', async () => {
    const { call, admin, begin, folderOf } = await site();
    expect((await call('GET /api/imports', { as: admin })).body).toEqual({ job: null });
    const job = await begin('export');
    expect(job).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      name: 'export.xml',
      size: 6,
      received: 0,
      status: 'uploading',
      options: OPTIONS,
      createdAt: START.toISOString(),
      by: admin.username,
      progress: null,
      error: null,
      address: null,
      summary: null,
    });
    expect((await call('GET /api/imports', { as: admin })).body).toEqual({ job });
    expect((await stat(folderOf(job))).mode & 0o777).toBe(0o700);
    expect((await stat(join(folderOf(job), 'upload'))).mode & 0o777).toBe(0o600);
  });

  it.each([
    [{ name: '' }, 400, 'name must be the name of the file.'],
    [{ size: 0 }, 400, 'The file is empty.'],
    [{ size: MAX_IMPORT_BYTES + 1 }, 413, 'The export is too large: it may have at most 2 GiB.'],
    [{ options: null }, 400, 'options must be an object.'],
    [{ options: { from: 'joomla' } }, 400, 'from must be null or one of inkwell, wordpress,'],
    [{ options: { author: 'nobody' } }, 400, 'There is no account with the username "nobody".'],
    [{ options: { baseUrl: 'example.com' } }, 400, 'baseUrl must be a complete address,'],
    [{ options: { sitemap: 'file:///etc/passwd' } }, 400, 'sitemap must be a complete address,'],
    [{ options: { pictures: 'steal' } }, 400, 'pictures must be "fetch" or "link".'],
  ])('refuses %j', async (wrong, expected, message) => {
    const { call, admin, job, files } = await site();
    const json = { name: 'export.xml', size: 6, options: {}, ...wrong };
    const { status, body } = await call('POST /api/imports', { as: admin, json });
    expect([status, body.message]).toEqual([expected, expect.stringContaining(message)]);
    expect(await job()).toBeNull();
    expect(await files()).toEqual([]);
  });

  it('accepts the largest export, with all options', async () => {
    const { begin, admin } = await site();
    const options = {
      from: 'ghost',
      author: admin.username,
      baseUrl: 'https://example.com/blog',
      sitemap: 'https://example.com/sitemap.xml',
      pictures: 'link',
      merge: true,
    };
    const job = await begin('', { size: MAX_IMPORT_BYTES, options });
    expect(job).toMatchObject({ size: MAX_IMPORT_BYTES, options });
  });

  it('refuses an export that does not fit on the disk', async () => {
    const disk = async () => ({ free: 1_000, total: 2_000, isNearlyFull: false });
    const { call, admin } = await site({ services: { disk } });
    const json = { name: 'export.xml', size: 1_000, options: {} };
    const { status, body } = await call('POST /api/imports', { as: admin, json });
    expect([status, body.message]).toEqual([
      507,
      "There isn't enough space left on the server for this export.",
    ]);
  });

  it('refuses a second import, unless the first one failed or is public', async () => {
    const { begin, send, startNode, files, status } = await site();
    const first = await begin('export');
    await expect(begin('other')).rejects.toThrow("409 There's already an import.");
    await send(0, 'export');
    await expect(begin('other')).rejects.toThrow("409 There's already an import.");
    const { look } = await startNode('a', async () => {
      throw new Error('This file is unknown.');
    });
    await look();
    expect(await status()).toBe('failed');
    const second = await begin('other');
    expect(second.id).not.toBe(first.id);
    expect(await files()).toEqual([second.id]);
  });

  it('needs a recent sign-in, and leaves no files without one', async () => {
    const { call, admin, signIn, pass, files } = await site();
    const Cookie = await signIn(admin);
    pass(HOUR_MS);
    const json = { name: 'export.xml', size: 6, options: {} };
    const { status, body } = await call('POST /api/imports', { json, headers: { Cookie } });
    expect([status, body.code]).toEqual([403, 'reauthenticate']);
    expect(await files()).toEqual([]);
  });

  it('is not for editors, authors and readers', async () => {
    const { call, database } = await site();
    for (const role of ['editor', 'author', 'reader'] as const) {
      const as = await makeAccount(database, { role });
      for (const line of ['GET /api/imports', 'POST /api/imports', 'DELETE /api/imports']) {
        expect((await call(line, { as })).status, `${role}: ${line}`).toBe(403);
      }
    }
  });

  it('is recorded', async () => {
    const { call, admin, begin } = await site();
    const job = await begin('export');
    const { body } = await call('GET /api/audit?action=import.begin', { as: admin });
    const details = { size: 6 };
    expect(body.entries).toMatchObject([{ actor: admin.id, subject: job.id, details }]);
  });

  it('explains that a function can’t store an export', async () => {
    const jobs = { has: async () => false, run: async () => undefined } as never;
    const { call, admin, job } = await site({ services: { jobs, publisher: fakePublisher() } });
    const json = { name: 'export.xml', size: 6, options: {} };
    const { status, body } = await call('POST /api/imports', { as: admin, json });
    expect([status, body.message]).toEqual([501, expect.stringContaining('npm run import')]);
    expect(await job()).toBeNull();
  });
});

describe('PUT /api/imports/upload', () => {
  it('takes an export in pieces; the last one starts the rehearsal', async () => {
    const wake = vi.fn(async () => undefined);
    const { begin, send, upload, job } = await site({ services: { imports: { wake } } });
    const begun = await begin('one two three');
    expect((await send(0, 'one ')).body).toEqual({ received: 4 });
    expect((await send(4, 'two ')).body).toEqual({ received: 8 });
    expect(await job()).toMatchObject({ received: 8, status: 'uploading' });
    expect(wake).not.toHaveBeenCalled();
    expect((await send(8, 'three')).body).toEqual({ received: 13 });
    expect(await job()).toMatchObject({ received: 13, status: 'waiting' });
    expect(wake).toHaveBeenCalledOnce();
    expect(await upload(begun)).toBe('one two three');
  });

  it('continues where it was interrupted, even within a piece', async () => {
    const { begin, send, upload, folderOf } = await site();
    const begun = await begin('one two three');
    await send(0, 'one ');
    // A kill left the first half of the next piece.
    await writeFile(join(folderOf(begun), 'upload'), 'one XX');
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('XXXXX'));
        controller.error(new Error('the connection is gone'));
      },
    });
    expect((await send(4, broken)).status).toBe(400);
    expect((await send(4, 'two three')).body).toEqual({ received: 13 });
    expect(await upload(begun)).toBe('one two three');
  });

  it('answers a wrong offset with the right one', async () => {
    const { begin, send, upload } = await site();
    const begun = await begin('one two three');
    await send(0, 'one ');
    for (const offset of [0, 3, 5, 13]) {
      const { status, body } = await send(offset, 'XXX');
      expect([status, body.received]).toEqual([409, 4]);
    }
    expect(await upload(begun)).toBe('one ');
    await send(4, 'two three');
    expect((await send(13, 'XXX')).body).toMatchObject({ statusCode: 409, received: 13 });
  });

  it('continues from the bytes on the disk, if some were lost', async () => {
    const { begin, send, upload, folderOf } = await site();
    const begun = await begin('one two three');
    await send(0, 'one two ');
    await truncate(join(folderOf(begun), 'upload'), 4);
    expect((await send(8, 'three')).body).toMatchObject({ statusCode: 409, received: 4 });
    expect((await send(4, 'two three')).body).toEqual({ received: 13 });
    expect(await upload(begun)).toBe('one two three');
  });

  it('accepts each piece once from two tabs that upload at the same time', async () => {
    const { begin, send, upload, job } = await site();
    const content = Array.from({ length: 40 }, (_, n) => `piece ${String(n).padStart(3, '0')} `);
    const begun = await begin(content.join(''));
    /** Sends all pieces, as a browser tab does. */
    async function tab() {
      let refused = 0;
      for (let offset = 0; offset < begun.size; ) {
        const { status, body } = await send(offset, content[offset / 10] ?? '');
        if (status === 409) refused++;
        offset = body.received;
      }
      return refused;
    }
    const refused = await Promise.all([tab(), tab()]);
    expect(refused[0] + refused[1]).toBeGreaterThan(0);
    expect(await upload(begun)).toBe(content.join(''));
    expect(await job()).toMatchObject({ received: 400, status: 'waiting' });
  });

  it('refuses more bytes than announced, empty pieces, large pieces and bad offsets', async () => {
    const { begin, send, upload, call, admin } = await site();
    expect((await send(0, 'one')).status).toBe(404);
    const begun = await begin('one two three');
    const large = Buffer.alloc(8 * 1024 * 1024 + 1);
    const answers = [await send(0, 'one two three four'), await send(0, ''), await send(0, large)];
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      [413, 'The upload is larger than announced.'],
      [400, 'The piece is empty.'],
      [413, 'The body is too large: at most 8 MiB.'],
    ]);
    for (const offset of ['-1', 'x', '1e3', '99999999999']) {
      const line = `PUT /api/imports/upload?offset=${offset}`;
      expect((await call(line, { as: admin, body: 'x' })).status).toBe(400);
    }
    expect(await upload(begun)).toBe('');
  });

  it('does not count a piece if the session ends while it arrives', async () => {
    const { begin, call, admin, signIn, database, job } = await site();
    await begin('one two three');
    const body = new ReadableStream({
      async pull(controller) {
        await database.transaction((tx) => deleteUserSessions(tx, admin.id));
        controller.enqueue(new TextEncoder().encode('one '));
        controller.close();
      },
    });
    const headers = { Cookie: await signIn(admin) };
    const { status } = await call('PUT /api/imports/upload?offset=0', { headers, body });
    expect(status).toBe(401);
    expect(await job()).toMatchObject({ received: 0 });
  });

  it('leaves nothing if the import is thrown away while a piece arrives', async () => {
    const { begin, send, call, admin, job, files } = await site();
    await begin('one two three');
    const body = new ReadableStream({
      async pull(controller) {
        await call('DELETE /api/imports', { as: admin });
        controller.enqueue(new TextEncoder().encode('one '));
        controller.close();
      },
    });
    expect((await send(0, body)).status).toBe(404);
    expect(await job()).toBeNull();
    expect(await files()).toEqual([]);
  });

  it('needs no recent sign-in once the upload has begun', async () => {
    const { begin, call, admin, signIn, pass } = await site();
    const headers = { Cookie: await signIn(admin) };
    await begin('export');
    pass(DAY_MS / 2);
    const sent = await call('PUT /api/imports/upload?offset=0', { headers, body: 'export' });
    expect(sent.body).toEqual({ received: 6 });
  });
});
