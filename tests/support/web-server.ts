import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentHeaders, FEED_POLICY, PLAIN_POLICY } from '../../api/http/headers.ts';
import { freePort } from '../e2e/support/server.ts';
import { type Answer, asker } from './ask.ts';
import { type Recorder, startRecorder } from './recorder.ts';

const NOT_FOUND = '<h1>The page for 404</h1>';
const FILES = {
  'site/index.html': '<h1>Home</h1>',
  'site/404.html': NOT_FOUND,
  'site/about/index.html': '<h1>About</h1>',
  'site/archive/index.html': '<h1>Archive</h1>',
  'site/archive/2026/index.html': '<h1>2026</h1>',
  'site/rss.xml': '<rss/>',
  'site/sitemap.xml': '<urlset/>',
  'site/.well-known/security.txt': 'Contact: mailto:security@example.com',
  'uploads/1-picture.png': 'png',
  'uploads/1-picture.svg': '<svg/>',
  'uploads/.hidden.png': 'png',
  'blog.db': 'secret',
};

interface StartOptions {
  port: number;
  upstream: string;
  dataDir: string;
  folder: string;
}

const names = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
const PAGE = names(documentHeaders(false));
const NOTICE = names(documentHeaders(false, PLAIN_POLICY));

/**
 * Tests that hold for any web server in front of Inkwell, while Inkwell runs and while it's
 * stopped. `start` starts it with our file of deploy/.
 */
export function testWebServer(
  start: (options: StartOptions) => Promise<{ stop(): Promise<void> }>,
) {
  let dataDir: string;
  let recorder: Recorder;
  let server: { stop(): Promise<void> };
  let ask: (path: string) => Promise<Answer>;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'inkwell-web-server-'));
    for (const [name, text] of Object.entries(FILES)) {
      await mkdir(dirname(join(dataDir, name)), { recursive: true });
      await writeFile(join(dataDir, name), text);
    }
    recorder = await startRecorder();
    const port = await freePort();
    const folder = join(dataDir, 'run');
    await mkdir(folder);
    server = await start({ port, upstream: recorder.address, dataDir, folder });
    const send = asker(port);
    // Caddy goes by the host.
    ask = (path) => send(path, { headers: { Host: `localhost:${port}` } });
  });

  afterAll(async () => {
    await server?.stop();
    await recorder?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const expectNotFound = async (path: string) => {
    const { status, text, headers } = await ask(path);
    expect([status, text], path).toEqual([404, NOT_FOUND]);
    const type = expect.stringMatching(/^text\/html/);
    const expected = { ...PAGE, 'content-type': type, 'cache-control': 'no-store' };
    expect(headers, path).toMatchObject(expected);
  };

  const testAlways = () => {
    test.each([
      ['/about/?a=b&c=%2F', '/about?a=b&c=%2F'],
      ['/about/index.html?a=b', '/about?a=b'],
      ['/index.html?a=b', '/?a=b'],
      ['/archive/', '/archive'],
      ['//about/', '/about'],
      ['//example.com/', '/example.com'],
      ['///example.com//?a=b', '/example.com?a=b'],
      ['//example.com/index.html?a=b', '/example.com?a=b'],
    ])('redirects %s to %s, on this site and with its query', async (path, location) => {
      const { status, headers } = await ask(path);
      const expected = { ...NOTICE, location, 'cache-control': 'no-cache' };
      expect([status, headers]).toEqual([301, expect.objectContaining(expected)]);
    });

    test('answers with the 404 page, not a redirect, below and at /uploads', async () => {
      for (const path of ['/uploads', '/.git', '/.well-known/x.xml', '/404.html']) {
        await expectNotFound(path);
      }
    });

    test('serves the feed as a page that runs no scripts', async () => {
      const { status, headers, text } = await ask('/rss.xml');
      expect([status, text]).toEqual([200, FILES['site/rss.xml']]);
      expect(headers['content-type']).toBe('application/xml; charset=utf-8');
      expect(headers['content-security-policy']).toBe(FEED_POLICY);
    });

    test('serves security.txt', async () => {
      const { status, headers, text } = await ask('/.well-known/security.txt');
      expect([status, text]).toEqual([200, FILES['site/.well-known/security.txt']]);
      expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    });
  };

  describe('while Inkwell runs', () => {
    testAlways();

    test.each([
      ['the sitemap and the archive, which are written a moment later', '/sitemap.xml', '/archive'],
      ['parts of them', '/sitemap-9.xml', '/archive/2026'],
      ['addresses without a page, which may lead elsewhere', '/nothing', '/ABOUT', '/a.php?p=1'],
      ['the home page with a query, which may be an old address', '/?p=12'],
    ])('asks it for %s', async (_what, ...paths) => {
      for (const path of paths) {
        recorder.received.length = 0;
        await ask(path);
        expect(recorder.received).toEqual([{ path, bytes: 0 }]);
      }
    });
  });

  describe('while Inkwell is stopped', () => {
    beforeAll(() => recorder.stop());
    testAlways();

    test('serves the sitemap and the archive from disk', async () => {
      for (const path of ['/archive', '/archive/2026'] as const) {
        const { status, headers, text } = await ask(path);
        expect([status, text], path).toEqual([200, FILES[`site${path}/index.html`]]);
        expect(headers, path).toMatchObject(PAGE);
      }
      const { status, headers, text } = await ask('/sitemap.xml');
      expect([status, text]).toEqual([200, '<urlset/>']);
      expect(headers['content-type']).toBe('application/xml; charset=utf-8');
      expect(headers['content-security-policy']).toBe(FEED_POLICY);
      expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
      expect(headers['retry-after']).toBeUndefined();
    });

    test('serves the home page from disk, whatever its query', async () => {
      for (const path of ['/', '/?p=12']) {
        const { status, headers, text } = await ask(path);
        expect([status, text], path).toEqual([200, FILES['site/index.html']]);
        expect(headers, path).toMatchObject(PAGE);
        expect(headers['content-type'], path).toMatch(/^text\/html/);
      }
    });

    test('serves pictures from disk, and no other uploads', async () => {
      const { status, headers, text } = await ask('/uploads/1-picture.png');
      expect([status, text]).toEqual([200, 'png']);
      expect(headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "sandbox; default-src 'none'",
        'content-disposition': 'inline',
        'x-content-type-options': 'nosniff',
      });
      for (const name of [
        '1-picture.svg',
        '1-gone.png',
        '.hidden.png',
        '../blog.db',
        '%2e%2e/blog.db',
      ]) {
        await expectNotFound(`/uploads/${name}`);
      }
    });

    test('answers 404 with our page if there is no file', async () => {
      const late = ['/archive/2025', '/archive/2026/13', '/sitemap-9.xml'];
      for (const path of [...late, '/uploads/', '/nothing', '/ABOUT']) {
        await expectNotFound(path);
      }
    });

    test.each(['/api', '/api/post/getposts', '/post/a/comments.xml'])(
      'answers 503 as JSON: %s',
      async (path) => {
        const { status, headers, text } = await ask(path);
        expect(status).toBe(503);
        expect(JSON.parse(text)).toMatchObject({ success: false, statusCode: 503 });
        expect(headers['content-type']).toMatch(/^application\/json/);
        expect(headers).toMatchObject({
          ...NOTICE,
          'cache-control': 'no-store',
          'retry-after': '10',
        });
      },
    );

    test.each([
      '/dashboard',
      '/create-post',
      '/update-post/1',
      '/post/a',
      '/og/a/0123456789ab.png',
    ])('answers 503 with a page: %s', async (path) => {
      const { status, headers, text } = await ask(path);
      expect(status).toBe(503);
      expect(text).toContain('<h1>This page is not available right now.');
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers).toMatchObject({
        ...NOTICE,
        'cache-control': 'no-store',
        'retry-after': '10',
      });
    });
  });
}
