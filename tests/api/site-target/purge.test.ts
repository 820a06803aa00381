import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { PurgeQueue } from '../../../api/site-target/purge/purge-queue.ts';
import { createPurger, PurgeError } from '../../../api/site-target/purge/purger.ts';

const SITE = 'https://blog.example.com';

interface Call {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** A server that stands in for the API of a CDN, and answers what `check` returns. */
async function api(check: (call: Call) => Answer) {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method, url, headers } = request;
    calls.push({ method, url, headers, body });
    const answer = check({ method, url, headers, body });
    response.writeHead(answer.status, answer.headers).end(answer.body ?? '{"success":true}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
}

const urls = (count: number) => Array.from({ length: count }, (_, i) => `${SITE}/post/${i}`);

describe('Cloudflare', () => {
  /** As documented: a bearer token, JSON, 30 URLs at most. */
  const check = ({ method, url, headers, body }: Call): Answer => {
    if (method !== 'POST' || url !== '/zones/zone-1/purge_cache') return { status: 404 };
    if (headers.authorization !== 'Bearer token') return { status: 403 };
    const { files, purge_everything } = JSON.parse(body);
    const isValid = purge_everything === true || (files.length > 0 && files.length <= 30);
    return { status: isValid ? 200 : 400 };
  };
  const settings = { driver: 'cloudflare', zone: 'zone-1', token: 'token' } as const;

  test('gets the URLs in requests of 30', async () => {
    const { url, calls } = await api(check);
    await createPurger(settings, SITE, url).purge(urls(70));
    const sent = calls.map(({ body }) => JSON.parse(body).files);
    expect(sent.map((files) => files.length)).toEqual([30, 30, 10]);
    expect(sent.flat()).toEqual(urls(70));
  });

  test('Cloudflare is purged as a whole', async () => {
    const { url, calls } = await api(check);
    await createPurger(settings, SITE, url).purgeAll();
    expect(calls.map(({ body }) => JSON.parse(body))).toEqual([{ purge_everything: true }]);
  });

  test('refuses a bad token, which no message repeats', async () => {
    const { url } = await api(check);
    const purger = createPurger({ ...settings, token: 'secret' }, SITE, url);
    const error = await purger.purge(urls(1)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PurgeError);
    expect(String(error)).toContain('answered 403');
    expect(String(error)).not.toContain('secret');
  });

  test('Cloudflare can refuse with status 200', async () => {
    const { url } = await api(() => ({ status: 200, body: '{"success": false}' }));
    await expect(createPurger(settings, SITE, url).purge(urls(1))).rejects.toThrow(PurgeError);
  });
});

describe('Bunny', () => {
  const check = ({ method, url, headers }: Call): Answer => {
    const { pathname, searchParams } = new URL(url ?? '', SITE);
    if (method !== 'POST' || pathname !== '/purge') return { status: 404 };
    if (headers.accesskey !== 'token') return { status: 401 };
    return { status: searchParams.has('url') ? 200 : 400, body: '' };
  };

  test('gets each URL exactly: the home page is not the whole site', async () => {
    const { url, calls } = await api(check);
    await createPurger({ driver: 'bunny', token: 'token' }, SITE, url).purge([
      `${SITE}/`,
      `${SITE}/post/a`,
    ]);
    const sent = calls.map((call) =>
      Object.fromEntries(new URL(call.url ?? '', SITE).searchParams),
    );
    expect(sent).toEqual([
      { url: `${SITE}/`, exactPath: 'true' },
      { url: `${SITE}/post/a`, exactPath: 'true' },
    ]);
  });

  test('Bunny is purged as a whole', async () => {
    const { url, calls } = await api(check);
    await createPurger({ driver: 'bunny', token: 'token' }, SITE, url).purgeAll();
    const [sent] = calls.map((call) => new URL(call.url ?? '', SITE).searchParams.get('url'));
    expect(sent).toBe(`${SITE}/*`);
  });
});

describe('Fastly', () => {
  const check = ({ method, headers }: Call): Answer => {
    if (method !== 'POST') return { status: 405 };
    return { status: headers['fastly-key'] === 'token' ? 200 : 401, body: '{"status":"ok"}' };
  };
  const settings = { driver: 'fastly', zone: 'service-1', token: 'token' } as const;

  test('gets each URL without its scheme, and the service for everything', async () => {
    const { url, calls } = await api(check);
    const purger = createPurger(settings, SITE, url);
    await purger.purge([`${SITE}/`, `${SITE}/post/a`]);
    await purger.purgeAll();
    expect(calls.map((call) => call.url)).toEqual([
      '/purge/blog.example.com/',
      '/purge/blog.example.com/post/a',
      '/service/service-1/purge_all',
    ]);
  });
});

describe('a webhook', () => {
  test('gets signed JSON with a time', async () => {
    const { url, calls } = await api(({ headers, body }) => {
      const time = headers['x-inkwell-timestamp'];
      const expected = createHmac('sha256', 'key').update(`${time}.${body}`).digest('hex');
      const isSigned = headers['x-inkwell-signature'] === `sha256=${expected}`;
      const isNow = Math.abs(Number(time) - Date.now() / 1000) < 60;
      return { status: isSigned && isNow ? 204 : 403, body: '' };
    });
    const purger = createPurger({ driver: 'webhook', token: 'key', url: `${url}/hook` }, SITE);
    await purger.purge(urls(2));
    await purger.purgeAll();
    expect(calls.map(({ body }) => JSON.parse(body))).toEqual([
      { urls: urls(2), everything: false },
      { urls: [], everything: true },
    ]);
    expect(calls[0]).toMatchObject({ method: 'POST', url: '/hook' });
  });

  test("a webhook isn't sent where a redirect points to", async () => {
    const other = await api(() => ({ status: 200 }));
    const { url } = await api(() => ({ status: 307, headers: { Location: other.url } }));
    const purger = createPurger({ driver: 'webhook', token: 'key', url }, SITE);
    await expect(purger.purge(urls(1))).rejects.toThrow(PurgeError);
    expect(other.calls).toEqual([]);
  });
});

describe('the queue', () => {
  function queueFor(purge: (urls: string[]) => Promise<void>, maxUrls = 10) {
    const purger = { maxUrls, purge: vi.fn(purge), purgeAll: vi.fn(async () => {}) };
    const log = { warn: vi.fn() };
    const queue = new PurgeQueue({ purger, log, siteUrl: SITE, mergeMs: 20, retryMs: [1, 1] });
    return { queue, purger, log };
  }

  test('merges what comes soon after another, each address once', async () => {
    const { queue, purger } = queueFor(async () => {});
    queue.add(['/', '/post/a']);
    queue.add(['/', '/post/b b']);
    await queue.idle();
    expect(purger.purge.mock.calls).toEqual([
      [[`${SITE}/`, `${SITE}/post/a`, `${SITE}/post/b%20b`]],
    ]);
  });

  test('purges everything instead of too many addresses', async () => {
    const { queue, purger } = queueFor(async () => {});
    queue.add(Array.from({ length: 11 }, (_, i) => `/post/${i}`));
    await queue.idle();
    expect(purger.purgeAll).toHaveBeenCalledTimes(1);
    expect(purger.purge).not.toHaveBeenCalled();
  });

  test('tries a few times, then gives up with a warning and goes on', async () => {
    let isBroken = true;
    const { queue, purger, log } = queueFor(async () => {
      if (isBroken) throw new PurgeError('api.example.com answered 500');
    });
    queue.add(['/post/a']);
    await queue.idle();
    expect(purger.purge).toHaveBeenCalledTimes(3);
    expect(log.warn).toHaveBeenLastCalledWith(
      { err: 'api.example.com answered 500', urls: 1 },
      'the CDN was not purged',
    );
    isBroken = false;
    queue.add(['/post/b']);
    await queue.idle();
    expect(purger.purge).toHaveBeenLastCalledWith([`${SITE}/post/b`]);
    expect(log.warn).toHaveBeenCalledTimes(3);
  });

  test('ends soon when the server stops', async () => {
    const purger = {
      maxUrls: 10,
      purge: vi.fn(() => Promise.reject(new PurgeError('busy', 60_000))),
      purgeAll: async () => {},
    };
    const queue = new PurgeQueue({ purger, log: { warn() {} }, siteUrl: SITE, mergeMs: 0 });
    queue.add(['/post/a']);
    await vi.waitFor(() => expect(purger.purge).toHaveBeenCalledTimes(1), 60_000);
    await queue.stop();
    expect(purger.purge).toHaveBeenCalledTimes(2);
  });
});
