import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { ImportJob } from '../../api/contract/imports.ts';
import { comment, item, wxr } from '../api/cli/import/wxr.ts';
import { type RunningServer, startServer } from '../e2e/support/server.ts';
import { canMount, smallDisk } from './support/disk.ts';
import { call, rowsOf, until, type Visitor, visit } from './support/site.ts';

const MB = 1024 * 1024;
const POSTS = 20;
const EXPORT = Buffer.from(
  wxr(
    Array.from({ length: POSTS }, (_, n) =>
      item({ id: n + 1, slug: `old-${n}`, content: `<p>${'Words. '.repeat(10_000)}</p>` }),
    ).concat(item({ id: 99, slug: 'last', more: comment(7, 'An old comment') })),
  ),
);
const PIECE = Math.ceil(EXPORT.length / 3);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkwell-import-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

async function start(dataDir: string): Promise<{ server: RunningServer; admin: Visitor }> {
  const server = await startServer({ dataDir });
  onTestFinished(() => server.stop());
  return { server, admin: await visit(server) };
}

async function begin(admin: Visitor, size = EXPORT.length): Promise<void> {
  const options = { pictures: 'link' };
  const { status, text } = await admin.call('POST', '/api/imports', {
    ...{ name: 'export.xml', size, options },
  });
  expect(status, text).toBe(201);
}

async function jobOf(admin: Visitor): Promise<ImportJob> {
  return JSON.parse((await admin.call('GET', '/api/imports')).text).job;
}

async function send(server: RunningServer, { cookie }: Visitor, offset: number, bytes: Buffer) {
  const url = `${server.url}/api/imports/upload?offset=${offset}`;
  const body = new Uint8Array(bytes);
  const response = await fetch(url, { method: 'PUT', headers: { Cookie: cookie }, body });
  return { status: response.status, ...(await response.json()) };
}

const become = (admin: Visitor, wanted: ImportJob['status']) =>
  until(async () => {
    const job = await jobOf(admin);
    expect(job.error).toBeNull();
    return job.status === wanted && job;
  });

it('an import survives a kill while it is uploaded, rehearsed and made public', {
  tags: 'long',
}, async () => {
  const dataDir = join(folder, 'killed');
  let { server, admin } = await start(dataDir);
  const again = async () => {
    await server.kill('SIGKILL');
    ({ server, admin } = await start(dataDir));
  };

  await begin(admin);
  expect(await send(server, admin, 0, EXPORT.subarray(0, PIECE))).toMatchObject({
    received: PIECE,
  });
  const interrupted = send(server, admin, PIECE, EXPORT.subarray(PIECE, 2 * PIECE)).catch(() => 0);
  await again();
  await interrupted;
  const { received } = await jobOf(admin);
  expect([PIECE, 2 * PIECE]).toContain(received);
  expect(await send(server, admin, received, EXPORT.subarray(received))).toMatchObject({
    received: EXPORT.length,
  });

  await become(admin, 'rehearsing');
  await again();
  const { address, summary } = await become(admin, 'ready');
  expect(summary?.entries).toBe(POSTS + 1);
  const rehearsed = await call(server.url, 'GET', `${address}post/last`);
  expect([rehearsed.status, rehearsed.text.includes('An old comment')]).toEqual([200, true]);
  expect((await call(server.url, 'GET', '/post/last')).status).toBe(404);

  expect((await admin.call('POST', '/api/imports/publish')).status).toBe(202);
  await again();
  await become(admin, 'published');
  await until(async () => (await call(server.url, 'GET', '/post/last')).status === 200);
  const { posts, comments } = rowsOf(join(dataDir, 'blog.db'), ['posts', 'comments']);
  expect([posts, comments].map((rows) => rows?.split(' ')[0])).toEqual([`${POSTS + 1}`, '1']);
  expect((await call(server.url, 'GET', address ?? '')).status).toBe(404);

  expect((await admin.call('DELETE', '/api/imports')).status).toBe(200);
  expect(await readdir(join(dataDir, 'imports'))).toEqual([]);
});

it('a rehearsal that is canceled ends its processes and leaves nothing', {
  tags: 'long',
}, async () => {
  const dataDir = join(folder, 'canceled');
  const { server, admin } = await start(dataDir);
  await begin(admin);
  await send(server, admin, 0, EXPORT);
  await become(admin, 'rehearsing');
  const imports = join(dataDir, 'imports');
  const [id = ''] = await readdir(imports);
  await until(async () => (await readdir(join(imports, id))).length > 1);
  expect((await admin.call('DELETE', '/api/imports')).status).toBe(200);
  await until(async () => (await readdir(imports)).length === 0);
  // The next import isn't disturbed by what was left of the last one.
  await begin(admin);
  await send(server, admin, 0, EXPORT);
  await become(admin, 'ready');
  expect(await readdir(imports)).toHaveLength(1);
});

it.runIf(canMount())('a full disk interrupts an upload, which continues with space', async () => {
  const disk = await smallDisk(folder, 'full', '100m');
  const { server, admin } = await start(disk.folder);
  const bytes = Buffer.alloc(4 * MB, 'x');
  await begin(admin, 2 * bytes.length);
  expect((await send(server, admin, 0, bytes)).received).toBe(bytes.length);
  await disk.fill(2 * MB);
  const refused = await send(server, admin, bytes.length, bytes);
  expect([refused.status, refused.message]).toEqual([507, expect.stringContaining('no space')]);
  await disk.empty();
  expect((await jobOf(admin)).received).toBe(bytes.length);
  expect((await send(server, admin, bytes.length, bytes)).received).toBe(2 * bytes.length);
  const { id } = await jobOf(admin);
  const { size } = await stat(join(disk.folder, 'imports', id, 'upload'));
  expect(size).toBe(2 * bytes.length);
});
