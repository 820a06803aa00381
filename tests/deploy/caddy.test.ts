import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../api/http/routes.ts';
import { freePort } from '../e2e/support/server.ts';
import { asker } from '../support/ask.ts';
import { type Recorder, startRecorder } from '../support/recorder.ts';
import { secretPaths } from '../support/secret-paths.ts';
import { type Caddy, checkCaddyfile, findCaddy, startCaddy } from './caddy.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const OURS = new URL('../../deploy/Caddyfile', import.meta.url);

describe.skipIf(findCaddy() === undefined)('Caddy with our file', () => {
  let dataDir: string;
  let recorder: Recorder;
  let caddy: Caddy;
  let send: ReturnType<typeof asker>;
  let host: string;

  /** Caddy listens on both families of addresses and goes by the host. */
  const ask: typeof send = (path, question) =>
    send(path, { ...question, headers: { Host: host, ...question?.headers } });

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'inkwell-caddy-'));
    await mkdir(join(dataDir, 'site/about'), { recursive: true });
    await writeFile(join(dataDir, 'site/index.html'), '<h1>Home</h1>');
    await writeFile(join(dataDir, 'site/about/index.html'), '<h1>About</h1>');
    await writeFile(join(dataDir, 'site/sitemap.xml'), '<urlset/>');
    await writeFile(join(dataDir, 'site/404.html'), '<h1>Not found</h1>');
    recorder = await startRecorder();
    const port = await freePort();
    host = `localhost:${port}`;
    caddy = await startCaddy({ port, upstream: recorder.address, dataDir, folder: dataDir });
    send = asker(port);
  });

  afterAll(async () => {
    await caddy?.stop();
    await recorder?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('Caddy with our file is valid and formatted', async () => {
    expect(checkCaddyfile('validate', dataDir)).toMatchObject({ status: 0 });
    expect(checkCaddyfile('adapt', dataDir)).toMatchObject({ status: 0 });
    expect(checkCaddyfile('fmt', dataDir).stdout).toBe(await readFile(OURS, 'utf8'));
  });

  test.each(
    ROUTES.flatMap(({ examples, frontend }) =>
      examples.map((example): [string, string] => [example, frontend]),
    ),
  )('goes where the route table says: %s, %s', async (path, frontend) => {
    recorder.received.length = 0;
    const { status } = await ask(path);
    expect(recorder.received.map((call) => call.path)).toEqual(frontend === 'disk' ? [] : [path]);
    if (frontend !== 'disk') expect(status).toBe(200);
    recorder.received.length = 0;
  });

  test.each([
    ['PUT', '/api/user/update/1', 64 * KIB],
    ['POST', '/api', 64 * KIB],
    ['POST', '/api/upload', 64 * KIB],
    ['POST', '/api/post/create', 2 * MIB],
    ['PUT', '/api/document/update/1', 2 * MIB],
    ['POST', '/api/redirects/import', 2 * MIB],
    ['PUT', '/api/upload/1-picture.png', 11 * MIB],
    ['PUT', '/api/imports/upload?offset=0', 8 * MIB],
  ])('%s %s takes at most %i bytes', async (method, path, limit) => {
    const arrived = () => recorder.received.filter((call) => call.path === path);
    const fits = await ask(path, { method, body: Buffer.alloc(limit) });
    expect(fits.status).toBe(200);
    expect(arrived()).toEqual([{ path, bytes: limit }]);
    // Refused by its Content-Length; clients that keep sending are cut off.
    const refused = await ask(path, { method, headers: { 'Content-Length': `${limit + 1}` } });
    expect(arrived()).toHaveLength(1);
    const headers = { 'Transfer-Encoding': 'chunked' };
    const chunked = await ask(path, { method, headers, body: Buffer.alloc(limit + 1) });
    for (const { status, headers, text } of [refused, chunked]) {
      expect(status).toBe(413);
      expect(JSON.parse(text)).toMatchObject({ success: false, statusCode: 413 });
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  test('serves pages from disk at one address each, always with security headers', async () => {
    const found = await Promise.all(
      ['/', '/about', '/about/', '/index.html', '/index.html.br'].map((path) => ask(path)),
    );
    expect(found.map(({ status }) => status)).toEqual([200, 200, 301, 301, 404]);
    expect(found[2]?.headers.location).toBe('/about');
    expect(found[4]?.text).toBe('<h1>Not found</h1>');
    for (const { headers } of found) {
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'strict-transport-security': 'max-age=31536000',
      });
    }
    expect(recorder.received.filter(({ path }) => !path.startsWith('/api'))).toEqual([]);
  });

  test('answers 503 while Inkwell is stopped, and logs neither search terms nor tokens', async () => {
    await recorder.stop();
    const headers = { Referer: `http://${host}/reset-password?token=secret`, Cookie: 'a=secret' };
    const call = await ask('/api/post/getposts?searchTerm=secret', { headers });
    expect(call.status).toBe(503);
    expect(call.headers['retry-after']).toBe('10');
    expect(JSON.parse(call.text)).toMatchObject({ success: false, statusCode: 503 });
    const paths = ['/dashboard?a=secret', '/verify-email?token=secret', '/preview/secret'];
    for (const path of [...paths, ...secretPaths('secret')]) {
      expect((await ask(path, { headers })).status, path).toBeGreaterThanOrEqual(400);
    }
    expect((await ask('/', { headers })).status).toBe(200);
    const sitemap = await ask('/sitemap.xml', { headers });
    expect([sitemap.status, sitemap.text]).toEqual([200, '<urlset/>']);
    expect(sitemap.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    expect(sitemap.headers['retry-after']).toBeUndefined();
    expect((await ask('/archive/2026/01', { headers })).status).toBe(404);
    // Caddy logs errors that occur while it handles an error.
    await rm(join(dataDir, 'site/404.html'));
    expect((await ask('/gone?token=secret', { headers })).status).toBe(502);
    for (const path of secretPaths('secret')) await ask(path, { headers });
    await expect.poll(() => caddy.output()).toContain('http.log.error');
    expect(caddy.output()).not.toContain('secret');
    expect(caddy.output()).not.toContain('"127.0.0.1"');
  });
});
