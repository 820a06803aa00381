import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSessions } from '../../../api/access/sessions.ts';
import { pageGuard } from '../../../api/auth/page-guard.ts';
import { safePath } from '../../../api/contract/safe-path.ts';
import { apiListener, createHttpServer, dispatch } from '../../../api/http/server.ts';
import { Site } from '../../../api/static/site.ts';
import { makeAccount, PASSWORD, SITE, type TestApp, testApp } from '../../support/app.ts';
import { ADDRESS_PAYLOADS, TEXT_PAYLOADS } from '../../support/payloads.ts';
import { tally } from '../../support/tally.ts';

/** The server of the process, on a site of two pages next to a secret file. */
const SECRET = 'nobody may read this';
/** Short limits, so that unfinished requests end quickly. */
const SHORT = { headers: 1_000, request: 1_000, keepAlive: 200, checkEvery: 50 };
let app: TestApp;
let server: Server;
let folder: string;

beforeAll(async () => {
  app = await testApp({ cleanUp: afterAll });
  folder = await mkdtemp(join(tmpdir(), 'inkwell-attack-'));
  for (const name of ['site/post/x', 'uploads', 'site/.git']) {
    await mkdir(join(folder, name), { recursive: true });
  }
  for (const name of ['secret', 'blog.db', 'site/.release.json', 'site/.git/config']) {
    await writeFile(join(folder, name), SECRET);
  }
  for (const name of ['site/index.html', 'site/post/x/index.html', 'site/404.html']) {
    await writeFile(join(folder, name), '<!doctype html><title>Page</title>');
  }
  const sessions = createSessions(app.services);
  const site = new Site({
    root: () => join(folder, 'site'),
    uploadsDir: join(folder, 'uploads'),
    render: (path) => app.publisher.render(path),
    guard: pageGuard(sessions, { https: false }),
    log: app.services.log,
  });
  const api = apiListener(app.app, { siteUrl: SITE, log: app.services.log });
  server = createHttpServer(dispatch({ api, site }), SHORT);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  await rm(folder, { recursive: true, force: true });
});

/** Sends exactly these bytes. Returns everything that arrives until the server closes. */
async function raw(text: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString('latin1');
  });
  socket.write(Buffer.from(text, 'latin1'));
  await new Promise((closed) => socket.once('close', closed));
  return answer;
}

const get = (target: string, ...headers: string[]) =>
  raw(
    [`GET ${target} HTTP/1.1`, 'Host: localhost', ...headers, 'Connection: close', '', ''].join(
      '\r\n',
    ),
  );

const attempt = tally();

const statusesIn = (answer: string) =>
  [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
const headersIn = (answer: string) =>
  new Map(
    (answer.split('\r\n\r\n')[0] ?? '')
      .split('\r\n')
      .slice(1)
      .map((line) => [line.split(':')[0]?.toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );

describe('no path leads out of the published site', () => {
  const up = ['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..\\', '..%5c', '%2e%2e%5c', '..%252f'];
  const odd = ['....//', '..;/', '.%00./', '..%c0%af', '..%ef%bc%8f', '%uff0e%uff0e/', '..%00/'];
  const starts = ['/', '/post/', '/uploads/', '/_assets/', '/post/x/', '//', '/./', '/%2f'];
  const targets = ['secret', 'blog.db', 'etc/passwd', 'uploads/../secret', '.release.json'];
  const paths = starts.flatMap((start) =>
    [...up, ...odd].flatMap((step) => [1, 2, 8].map((n) => start + step.repeat(n))),
  );
  const hidden = [
    '/.release.json',
    '/.git/config',
    '/%2erelease.json',
    '/post/..%00/.release.json',
  ];
  const whole = [
    '/C:/secret',
    '/file:///etc/passwd',
    '/proc/self/environ',
    '/~root',
    '/secret%00.html',
  ];

  test(`of ${paths.length * targets.length + hidden.length + whole.length}`, async () => {
    const all = paths.flatMap((path) => targets.map((target) => path + target));
    const lane = async (from: number) => {
      for (let i = from; i < all.length; i += 8) {
        await attempt('path traversal out of the published folder', async () => {
          const answer = await get(all[i] ?? '');
          expect(answer, all[i]).not.toContain(SECRET);
          expect(answer, all[i]).not.toContain('root:');
          expect([400, 404, 301, 302], all[i]).toContain(statusesIn(answer)[0]);
        });
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, i) => lane(i)));
    for (const path of [...hidden, ...whole]) {
      await attempt('path traversal out of the published folder', async () => {
        const answer = await get(path);
        expect([path, statusesIn(answer)[0]]).toEqual([path, 404]);
        expect(answer).not.toContain(SECRET);
      });
    }
  });
});

describe('no redirect leads off the site', () => {
  const addresses = ADDRESS_PAYLOADS.flatMap((text) => [
    text,
    `/${text}/`,
    `//evil.example/${encodeURIComponent(text)}/`,
    `/dashboard${text}`,
    `/dashboard/${encodeURIComponent(text)}/`,
  ]);

  test.each([...new Set(addresses)])('%j', async (address) => {
    const target = address.replace(/[^\x21-\x7e]/g, (char) => encodeURIComponent(char));
    for (const headers of [[], ['X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: http']]) {
      await attempt('open redirects to another site', async () => {
        const answer = await get(target, ...headers);
        expect(statusesIn(answer)).toHaveLength(1);
        const found = headersIn(answer);
        const location = found.get('location');
        if (location === undefined) return;
        expect(location).toMatch(/^\/(?![/\\])/);
        expect(URL.parse(location, 'http://site.test')?.origin).toBe('http://site.test');
      });
    }
    expect(URL.parse(safePath(address), 'http://site.test')?.origin).toBe('http://site.test');
  });

  test('no response contains another Host', async () => {
    for (const path of ['/', '/post/x/', '/dashboard', '/api/auth/session', '/nothing']) {
      await attempt('spoofed Host headers', async () => {
        const answer = await raw(
          `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n\r\n`,
        );
        expect(answer).not.toContain('evil.example');
      });
    }
  });
});

describe('no input reaches the headers of a response', () => {
  const breaks = [
    '\r\n',
    '%0d%0a',
    '%0D%0A',
    '%0a',
    '\n',
    '%e5%98%8a%e5%98%8d',
    '\u560a\u560d',
    '%00',
  ];

  test.each(breaks)('no input reaches the headers of a response: %j', async (line) => {
    const injected = `${line}X-Injected: yes${line}Set-Cookie: evil=1${line}${line}<script>`;
    const encoded = injected.replaceAll(' ', '%20').replace(/[^\x21-\x7e]/g, encodeURIComponent);
    const targets = [`/${encoded}`, `/dashboard/${encoded}`, `/post/x/?${encoded}`];
    for (const target of [
      ...targets,
      `/api/user/${encoded}`,
      `/api/post/getposts?slug=${encoded}`,
    ]) {
      await attempt('header injection', async () => {
        const answer = await get(target);
        expect(statusesIn(answer)).toHaveLength(1);
        const headers = headersIn(answer);
        expect([...headers.keys()]).not.toContain('x-injected');
        expect(headers.get('set-cookie') ?? '').not.toContain('evil=1');
      });
    }
    for (const name of ['X-Request-Id', 'Cookie', 'Origin', 'Accept-Encoding', 'If-None-Match']) {
      await attempt('header injection', async () => {
        const clean = injected.replace(/[\r\n\0]/g, '');
        const headers = headersIn(await get('/api/auth/session', `${name}: ${encodeURI(clean)}`));
        expect([...headers.keys()]).not.toContain('x-injected');
      });
    }
  });

  test('no input reaches the headers of a response: from stored data', async () => {
    const admin = await makeAccount(app.database, { role: 'administrator' });
    for (const text of [...TEXT_PAYLOADS, ...breaks]) {
      await attempt('header injection through picture names', async () => {
        const json = { kind: 'post', name: `${text}.png`, type: 'image/png', size: 10 };
        const { status, body } = await app.call('POST /api/upload', { json, as: admin });
        expect([201, 429]).toContain(status);
        if (status === 201) expect(body.publicUrl).toMatch(/^\/uploads\/\d+-[A-Za-z0-9_-]+\.png$/);
      });
    }
  });
});

describe('request smuggling', () => {
  const next = 'GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const post =
    'POST /api/auth/signin HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

  test.each([
    ['two lengths', `${post}Content-Length: 2\r\nContent-Length: ${next.length}\r\n\r\n${next}`],
    [
      'a length and chunks',
      `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${next}`,
    ],
    ['chunks in disguise', `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${next}`],
    ['chunks twice', `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${next}`],
    ['a name with a space', `${post}Content-Length : ${next.length}\r\n\r\n${next}`],
    ['a folded header', `${post}X: a\r\n Content-Length: 0\r\n\r\n`],
    ['a negative length', `${post}Content-Length: -1\r\n\r\n${next}`],
    ['a length of another kind', `${post}Content-Length: 0x2\r\n\r\n{}${next}`],
    ['a chunk that lies', `${post}Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n${next}`],
    ['bare line feeds', 'GET /a HTTP/1.1\nHost: localhost\n\n'],
    ['a null in a header', 'GET / HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n'],
    ['two hosts', 'GET /api/health HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n'],
    [
      'headers without end',
      `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
    ],
    ['a target without end', `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`],
    ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a tunnel', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
    [
      'an upgrade',
      'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
    ],
    ['tracing', 'TRACE / HTTP/1.1\r\nHost: localhost\r\nCookie: a=b\r\n\r\n'],
  ])('with %s', (_what, text) =>
    attempt('request smuggling', async () => {
      const answer = await raw(text);
      const statuses = statusesIn(answer);
      expect(statuses.length, answer.slice(0, 500)).toBeLessThanOrEqual(1);
      expect(answer).not.toMatch(/a=b|smuggled/);
    }),
  );
});

describe('malicious bodies cost no more than others', () => {
  const SIZE = 1_900_000;
  const bombs: [string, string][] = [
    [
      'a hundred thousand names',
      `{${Array.from({ length: 100_000 }, (_, i) => `"k${i}":1`).join()}}`,
    ],
    ['one name over and over', `{${'"email":"a",'.repeat(100_000)}"email":"a"}`],
    ['a list without end', `{"email":[${'1,'.repeat(900_000)}1]}`],
    ['a number without end', `{"email":${'9'.repeat(SIZE)}}`],
    ['a number beyond all', '{"email":1e999999,"password":-1e999999}'],
    ['escapes', `{"email":"${'\\u0061'.repeat(300_000)}","password":"x"}`],
    ['half a character', `{"email":"${'\\ud800'.repeat(300_000)}","password":"x"}`],
    ['spaces', `${' '.repeat(SIZE)}{"email":"a"}`],
    ['brackets in text', `{"email":"${'[{'.repeat(900_000)}","password":"x"}`],
    ['zipped', gzipSync(Buffer.alloc(SIZE)).toString('latin1')],
  ];
  const everywhere = ['POST /api/auth/signin', 'POST /api/auth/signup', 'POST /api/post/create'];

  test.each(bombs)('%s', async (_what, body) => {
    const as = await makeAccount(app.database, { role: 'administrator' });
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    for (const line of everywhere) {
      await attempt('JSON bombs', async () => {
        const { status } = await app.call(line, { body, headers, as });
        expect([400, 401, 409, 413, 429]).toContain(status);
      });
    }
  });

  const overInput = (attack: () => Promise<void>) =>
    attempt('regular expression bombs (ReDoS)', attack);

  /**
   * Text on which a careless regular expression takes time with the square of the length, or worse.
   */
  const slow = [
    'a'.repeat(SIZE),
    'a@'.repeat(SIZE / 2),
    `${'a.'.repeat(SIZE / 2)}@`,
    `a@${'a.'.repeat(SIZE / 2)}`,
    `a@${'a-'.repeat(SIZE / 2)}`,
    ' '.repeat(SIZE - 1).concat('x'),
    `x${' '.repeat(SIZE)}`,
    '\t\n '.repeat(SIZE / 3),
    `${'\u00a0'.repeat(SIZE / 2)}x`,
    '-'.repeat(SIZE),
    '_.-'.repeat(SIZE / 3),
    '/'.repeat(SIZE),
    'http://'.repeat(SIZE / 7),
    'www.'.repeat(SIZE / 4),
    '<'.repeat(SIZE),
    '"'.repeat(SIZE / 2).replaceAll('"', "'"),
    '%2e'.repeat(SIZE / 3),
    '1h2m3s'.repeat(SIZE / 6),
  ];

  test.each(slow.map((text) => [text.slice(0, 12), text]))(
    'a regular expression over %j…',
    async (_, text) => {
      const admin = await makeAccount(app.database, { role: 'administrator' });
      const triesWith = (text: string): [string, object][] => [
        ['POST /api/auth/signin', { email: text, password: PASSWORD }],
        ['POST /api/auth/signup', { username: text, email: 'a@example.com', password: PASSWORD }],
        ['POST /api/auth/signup', { username: 'abc', email: text, password: PASSWORD }],
        [`PUT /api/user/update/${admin.id}`, { profilePicture: text }],
        ['POST /api/comment/create', { content: text, postId: 'x', userId: admin.id }],
        ['POST /api/post/create', { title: text, category: text, content: 'x', image: text }],
        ['POST /api/upload', { kind: 'profile', name: text, type: text, size: 10 }],
        ['POST /api/upload', { kind: 'profile', name: text, type: 'image/png', size: 10 }],
      ];
      // Only one call accepts a text of this size; the others get its beginning.
      const tries = [...triesWith(text), ...triesWith(text.slice(0, 20_000))];
      for (const [line, json] of tries) {
        await overInput(async () => {
          const { status } = await app.call(line, { json, as: admin });
          expect([201, 400, 401, 413, 429]).toContain(status);
        });
      }
      // What comes in headers and addresses is shorter: Node takes 16 KiB.
      const short = encodeURIComponent(text.slice(0, 4_000)).slice(0, 12_000);
      const names = [
        'Cookie',
        'X-Forwarded-For',
        'Accept-Encoding',
        'Range',
        'If-None-Match',
        'Origin',
      ];
      for (const name of names) {
        await overInput(async () => {
          const [status] = statusesIn(await get('/', `${name}: ${short}`));
          expect(status).toBeLessThan(500);
        });
      }
      for (const path of [
        `/${short}`,
        `/search?x=${short}`,
        `/api/post/getposts?searchTerm=${short}`,
      ]) {
        await overInput(async () => {
          expect(statusesIn(await get(path))[0]).toBeLessThan(500);
        });
      }
    },
  );
});

test('invalid HTTP gets an error in the usual shape', async () => {
  const cases: [bytes: string, status: number][] = [
    [
      `GET /api/post/getposts?searchTerm=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      431,
    ],
    ['WALRUS / HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n', 400],
  ];
  for (const [bytes, status] of cases) {
    const answer = await raw(bytes);
    expect(statusesIn(answer), bytes.slice(0, 30)).toEqual([status]);
    expect(headersIn(answer).get('content-type')).toBe('application/json');
    const body: unknown = JSON.parse(answer.split('\r\n\r\n')[1] ?? '');
    expect(body).toEqual({ success: false, statusCode: status, message: expect.any(String) });
  }
});
