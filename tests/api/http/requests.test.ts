import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { call } from '../../../src/lib/api.ts';
import { makeAccount, PASSWORD, SITE, testApp } from '../../support/app.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const MEBIBYTE = 1024 * 1024;

describe('every response', () => {
  test('every response has the same request id as its log line', async () => {
    const { call, logged } = await testApp();
    const { headers } = await call('GET /api/auth/session');
    const id = headers.get('X-Request-Id');
    expect(id).toMatch(/^[\w-]{36}$/);
    expect(logged().at(-1)).toMatchObject({ requestId: id, status: 200 });
  });

  test('every response never has a request id that the client chose', async () => {
    const { call, logged } = await testApp();
    for (const sent of ['abc-123', '{"level":60}', 'x'.repeat(5000)]) {
      const { headers } = await call('GET /api/health', { headers: { 'X-Request-Id': sent } });
      expect(headers.get('X-Request-Id')).toMatch(/^[\w-]{36}$/);
      expect(logged().at(-1)?.requestId).toBe(headers.get('X-Request-Id'));
    }
  });

  test('warns once about a proxy that TRUST_PROXY does not count', async () => {
    const warnings = async (TRUST_PROXY: string) => {
      const { call, logged } = await testApp({ env: { TRUST_PROXY } });
      await call('GET /api/health');
      for (let n = 0; n < 3; n++) {
        await call('GET /api/health', { headers: { 'X-Forwarded-For': '203.0.113.1' } });
      }
      return logged().filter(({ msg }) => String(msg).includes('TRUST_PROXY')).length;
    };
    expect(await warnings('0')).toBe(1);
    expect(await warnings('1')).toBe(0);
  });

  test.each(['GET /api/auth/session', 'GET /api/nothing', 'POST /api/auth/signin'])(
    'has the security headers and is not cached: %s',
    async (line) => {
      const { call } = await testApp();
      const { headers } = await call(line);
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "frame-ancestors 'none'",
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
      expect(headers.has('Strict-Transport-Security')).toBe(false);
    },
  );

  test('every response asks for https for a year when the site has it', async () => {
    const { call } = await testApp({ env: { SITE_URL: 'https://blog.example.com' } });
    const { headers } = await call('GET /api/health');
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
  });

  test('the response to an internal error is a 500 without the reason, which is logged', async () => {
    const { call, logged } = await testApp({
      services: {
        now: () => {
          throw new Error('the clock is broken at /secret/path');
        },
      },
    });
    const { status, body, headers } = await call('POST /api/auth/signin', {
      json: { email: 'ada@example.com', password: 'x' },
    });
    expect(status).toBe(500);
    expect(body).toEqual({ success: false, statusCode: 500, message: expect.any(String) });
    expect(JSON.stringify(body)).not.toMatch(/clock|secret|Error| at /);
    const line = logged().find(({ msg }) => msg === 'request failed');
    expect(line).toMatchObject({ requestId: headers.get('X-Request-Id'), level: 50 });
    expect(JSON.stringify(line)).toContain('the clock is broken');
  });

  test("every response is understood by the site's own client", async () => {
    const { app } = await testApp();
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => app.request(SITE + path, init));
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(await call('GET /api/auth/session')).toEqual({ user: null });
  });
});

describe('a request from another site', () => {
  test.each<Record<string, string>>([
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: '' },
    { Origin: `${SITE}.evil.example` },
    { Origin: 'https://localhost:4321' },
    { Origin: 'http://localhost:4322' },
    { Origin: `${SITE}, https://evil.example` },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: SITE, 'Sec-Fetch-Site': 'cross-site' },
  ])('that changes something is 403 before every other check: %j', async (headers) => {
    const { call, database } = await testApp();
    const user = await makeAccount(database);
    for (const line of [
      `DELETE /api/user/delete/${user.id}`,
      'POST /api/user/signout',
      'POST /api/auth/signin',
      'POST /api/nothing',
      'PATCH /api/auth/signin',
    ]) {
      for (const as of [undefined, user]) {
        expect([line, (await call(line, { headers, as })).status]).toEqual([line, 403]);
      }
    }
    expect((await call(`GET /api/user/${user.id}`)).status).toBe(200);
  });

  test('a request from another site that only reads is answered', async () => {
    const { call } = await testApp();
    const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    const answer = await call('GET /api/auth/session', { headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.has('Access-Control-Allow-Origin')).toBe(false);
  });

  test.each<Record<string, string>>([
    {},
    { Origin: SITE },
    { Origin: SITE, 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'none' },
  ])('is not one with %j', async (headers) => {
    const { call } = await testApp();
    expect((await call('POST /api/user/signout', { headers })).status).toBe(200);
  });

  describe('while SITE_URL is unset', () => {
    const signOut = async (url: string, Origin: string, SITE_URL = '') => {
      const { app } = await testApp({ env: { SITE_URL } });
      const init = { method: 'POST', headers: { Origin, 'Sec-Fetch-Site': 'same-origin' } };
      return (await app.request(`${url}/api/user/signout`, init)).status;
    };

    test.each([
      'http://127.0.0.1:4321',
      'http://localhost:8080',
      'http://192.168.1.20:4321',
      'http://[::1]:4321',
    ])('is not one when the browser opened the site at %s', async (url) => {
      expect(await signOut(url, url)).toBe(200);
      expect(await signOut(url, SITE)).toBe(200);
      expect(await signOut(url, `${url}1`)).toBe(403);
      expect(await signOut(url, url.replace('http:', 'https:'))).toBe(403);
      // The owner has said which address is the site's.
      expect(await signOut(url, url, 'http://blog.example.com')).toBe(403);
    });

    test.each([
      'http://rebound.evil.example:4321',
      'http://127.0.0.1.evil.example:4321',
      'http://localhost.evil.example',
      'http://blog',
    ])('is one at a name that anyone can point at this machine: %s', async (url) => {
      expect(await signOut(url, url)).toBe(403);
    });
  });
});

describe('a body', () => {
  const signIn = (body: BodyInit | undefined, headers: Record<string, string> = JSON_TYPE) => ({
    body,
    headers,
  });

  test.each([
    undefined,
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'text/json-but-not-really',
  ])('of type %s is 415', async (type) => {
    const { call } = await testApp();
    const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type };
    const bytes = new TextEncoder().encode('{"email":"a@example.com","password":"x"}');
    const { status, body } = await call('POST /api/auth/signin', signIn(bytes, headers));
    expect([status, body.statusCode]).toEqual([415, 415]);
  });

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
    'of type %s is read',
    async (type) => {
      const { call } = await testApp();
      const { status } = await call(
        'POST /api/auth/signin',
        signIn('{}', { 'Content-Type': type }),
      );
      expect(status).toBe(400);
    },
  );

  test.each([
    ['empty', ''],
    ['cut short', '{"email":'],
    ['with a trailing comma', '{"email":"a",}'],
    ['an array', '[]'],
    ['null', 'null'],
    ['a string', '"text"'],
    ['a number', '1'],
    ['two values', '{}{}'],
    ['not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['nested thirty thousand deep', `{"email":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
    ['an unclosed bomb', '{"a":'.repeat(12_000)],
  ])('that is %s is 400', async (_what, bytes) => {
    const { call } = await testApp();
    const { status, body } = await call('POST /api/auth/signin', signIn(bytes));
    expect(status).toBe(400);
    expect(body).toEqual({ success: false, statusCode: 400, message: expect.any(String) });
  });

  test('a body may have any number of brackets in its strings', async () => {
    const { call } = await testApp();
    const json = { email: `${'[{'.repeat(500)}\\"`, password: '[[[["' };
    expect((await call('POST /api/auth/signin', { json })).status).toBe(401);
  });

  const ofSize = (size: number) => `{"email":"${'x'.repeat(size - 12)}"}`;

  test('a body over 64 KB gets 413, and one of 64 KB is read', async () => {
    const { call } = await testApp();
    expect((await call('POST /api/auth/signin', signIn(ofSize(64 * 1024)))).status).toBe(400);
    expect((await call('POST /api/auth/signin', signIn(ofSize(64 * 1024 + 1)))).status).toBe(413);
  });

  test.each(['POST /api/post/create', 'POST /api/post/preview', 'PUT /api/post/updatepost/x/ID'])(
    'of over 2 MiB is 413, and of 2 MiB is read, where a post is sent: %s',
    async (line) => {
      const { call, database } = await testApp();
      const as = await makeAccount(database, { role: 'administrator' });
      const send = async (size: number) => {
        const { status } = await call(line.replace('ID', as.id), { ...signIn(ofSize(size)), as });
        return status;
      };
      expect(await send(2 * MEBIBYTE)).not.toBe(413);
      expect(await send(2 * MEBIBYTE + 1)).toBe(413);
    },
  );

  test('a body over 64 KB gets 413 everywhere else', async () => {
    const { call, database } = await testApp();
    const as = await makeAccount(database, { role: 'administrator' });
    for (const line of [
      'POST /api/auth/signup',
      'POST /api/comment/create',
      'POST /api/upload',
      'POST /api/upload/complete',
      `PUT /api/user/update/${as.id}`,
    ]) {
      const { status } = await call(line, { ...signIn(ofSize(64 * 1024 + 1)), as });
      expect([line, status]).toEqual([line, 413]);
    }
  });

  test('a body may be missing where it is optional, even with a type', async () => {
    const { call, database } = await testApp();
    for (const headers of [{}, JSON_TYPE]) {
      const as = await makeAccount(database);
      expect((await call(`DELETE /api/user/delete/${as.id}`, { as, headers })).status).toBe(200);
    }
  });

  test('a body of a guest is not read on guarded routes', async () => {
    const { call } = await testApp();
    const { status } = await call('POST /api/comment/create', signIn(ofSize(3 * MEBIBYTE)));
    expect(status).toBe(401);
  });

  test('a body that announces more than 64 KB gets 413 before it is read', async () => {
    const { call } = await testApp();
    const headers = { ...JSON_TYPE, 'Content-Length': String(64 * 1024 + 1) };
    expect((await call('POST /api/auth/signin', signIn('{}', headers))).status).toBe(413);
  });

  test('a body that never ends gets 413 as soon as it is over the limit', async () => {
    const { app } = await testApp();
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
      },
    });
    const init = { method: 'POST', headers: JSON_TYPE, body: endless, duplex: 'half' as const };
    expect((await app.request('/api/auth/signin', init)).status).toBe(413);
    expect(sent).toBeLessThan(MEBIBYTE);
  });
});

describe('an address', () => {
  test.each([
    'GET /api',
    'GET /api/',
    'GET /api/nothing',
    'POST /api/auth',
    'GET /api/auth/signin/extra',
    'GET /api/%E0%A4%A',
    'GET /api/user/..%2f..%2fetc%2fpasswd',
  ])('that is unknown is 404 in JSON: %s', async (line) => {
    const { call, database } = await testApp();
    const { status, body } = await call(line, { as: await makeAccount(database) });
    expect([status, body.statusCode]).toEqual([404, 404]);
  });

  test.each([
    ['GET /api/auth/signin', 'POST, OPTIONS'],
    ['PUT /api/auth/signup', 'POST, OPTIONS'],
    ['POST /api/auth/session', 'GET, HEAD, OPTIONS'],
    ['GET /api/user/signout', 'POST, OPTIONS'],
    ['POST /api/user/getusers', 'GET, HEAD, OPTIONS'],
    ['POST /api/user/update/abc', 'PUT, OPTIONS'],
    ['GET /api/user/delete/abc', 'DELETE, OPTIONS'],
    ['PATCH /api/user/abc', 'GET, HEAD, OPTIONS'],
    ['DELETE /api/health', 'GET, HEAD, OPTIONS'],
  ])('with a wrong method is 405 and lists the right ones: %s', async (line, allow) => {
    const { call } = await testApp();
    const { status, body, headers } = await call(line);
    expect([status, body.statusCode, headers.get('Allow')]).toEqual([405, 405, allow]);
  });

  test('lists its methods for OPTIONS, and allows nothing to other sites', async () => {
    const { call } = await testApp();
    const { status, headers } = await call('OPTIONS /api/auth/signin', {
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect([status, headers.get('Allow')]).toEqual([204, 'POST, OPTIONS']);
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('answers HEAD like GET, without a body', async () => {
    const { call } = await testApp();
    expect(await call('HEAD /api/auth/session')).toMatchObject({ status: 200, body: '' });
  });
});

describe('GET /api/health', () => {
  test('GET /api/health is 200 when everything can be served, with any cookie', async () => {
    const { call } = await testApp();
    const answer = await call('GET /api/health', {
      headers: { Cookie: 'inkwell_session=x; %zz=%' },
    });
    expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }]);
  });

  test('GET /api/health is 503 while the server is starting', async () => {
    const { call } = await testApp({ services: { ready: () => false } });
    expect((await call('GET /api/health')).status).toBe(503);
  });

  test('GET /api/health is 503 when the database does not answer, even for signed-in users', async () => {
    const { services, call, signIn } = await testApp();
    const cookie = await signIn(await makeAccount(services.database, { password: PASSWORD }));
    services.database.ping = () => Promise.reject(new Error('gone'));
    const answer = await call('GET /api/health', { headers: { Cookie: cookie } });
    expect([answer.status, answer.headers.has('Retry-After')]).toEqual([503, true]);
  });
});
