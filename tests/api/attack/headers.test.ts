import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSessions } from '../../../api/access/sessions.ts';
import { pageGuard } from '../../../api/auth/page-guard.ts';
import { apiListener, createHttpServer, dispatch } from '../../../api/http/server.ts';
import { Site } from '../../../api/static/site.ts';
import { testApp } from '../../support/app.ts';

const SITE_URL = 'https://blog.example.com';
let server: Server;
let folder: string;

beforeAll(async () => {
  const { app, services, publisher } = await testApp({ cleanUp: afterAll, env: { SITE_URL } });
  folder = await mkdtemp(join(tmpdir(), 'inkwell-headers-'));
  for (const name of ['site', 'uploads']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'site/index.html'), '<!doctype html><title>Page</title>');
  await writeFile(join(folder, 'uploads/a.png'), 'x');
  const site = new Site({
    root: () => join(folder, 'site'),
    uploadsDir: join(folder, 'uploads'),
    render: (path) => {
      if (path === '/post/broken') throw new Error('broken');
      return publisher.render(path);
    },
    guard: pageGuard(createSessions(services), { https: true }),
    log: services.log,
    https: true,
  });
  const api = apiListener(app, { siteUrl: SITE_URL, log: services.log });
  const full = apiListener(app, { siteUrl: SITE_URL, log: services.log, maxCalls: 0 });
  server = createHttpServer(
    (request, response) => {
      const listener = request.headers['x-full'] ? full : dispatch({ api, site });
      listener(request, response);
    },
    { headers: 300, request: 300, checkEvery: 20, https: true },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  await rm(folder, { recursive: true, force: true });
});

/** Sends exactly this. Returns the status and headers of the response. */
async function raw(text: string): Promise<{ status: number; headers: Map<string, string> }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString('latin1');
    if (answer.includes('\r\n\r\n')) socket.destroy();
  });
  socket.write(text);
  await new Promise((closed) => socket.once('close', closed));
  const [head = ''] = answer.split('\r\n\r\n');
  const [start = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(': ');
    return [line.slice(0, at).toLowerCase(), line.slice(at + 2)];
  });
  return { status: Number(start.split(' ')[1]), headers: new Map(headers) };
}

const ask = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');
const LONG = 'x'.repeat(100_000);

test.each<[string, number, string]>([
  ['a page', 200, ask('GET /')],
  [
    'a page that has not changed',
    304,
    ask('GET /', `If-Modified-Since: ${new Date(Date.now() + 9e6).toUTCString()}`),
  ],
  ['an upload', 200, ask('GET /uploads/a.png')],
  ['an invalid range', 416, ask('GET /uploads/a.png', 'Range: bytes=9-')],
  ['a trailing slash', 301, ask('GET /about/')],
  ['a page that wants a session', 302, ask('GET /dashboard')],
  ['a missing page', 404, ask('GET /nothing/here')],
  ['a malformed address', 400, ask('GET /%zz')],
  ['a wrong method', 405, ask('POST /')],
  ['a page that cannot be rendered', 500, ask('GET /post/broken')],
  ['an API response', 200, ask('GET /api/auth/session')],
  ['an API error', 404, ask('GET /api/nothing')],
  ['an invalid Host', 400, ask('GET /api/health').replace('localhost', 'a b')],
  ['no Host', 400, 'GET / HTTP/1.1\r\n\r\n'],
  ['invalid HTTP', 400, 'hello\r\n\r\n'],
  ['an endless header', 431, ask('GET /', `X: ${LONG}`)],
  ['a request that does not end', 408, 'GET / HTTP/1.1\r\n'],
  ['an unknown Expect header', 417, ask('GET /', 'Expect: the-impossible')],
  ['too many calls', 503, ask('GET /api/auth/session', 'X-Full: yes')],
])('every response requires HTTPS and sends nosniff: %s', async (_, expected, text) => {
  const { status, headers } = await raw(text);
  expect(status).toBe(expected);
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  // No frames, no referrer.
  if (status !== 304 && status !== 416 && !text.includes('/uploads/')) {
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
  }
});

test.each(['GET /nothing/here', 'GET /%zz', 'POST /', 'GET /post/broken'])(
  'a plain page runs and loads nothing, and its addresses have no other base: %s',
  async (line) => {
    const { headers } = await raw(ask(line));
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("base-uri 'none'");
  },
);
