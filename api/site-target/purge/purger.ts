import { createHmac } from 'node:crypto';
import type { PurgeSettings } from '../settings.ts';

const TIMEOUT_MS = 10_000;
/**
 * The documented limit is 100 today. It used to be 30.
 * https://developers.cloudflare.com/cache/how-to/purge-cache/
 */
const CLOUDFLARE_URLS = 30;
const WEBHOOK_URLS = 1_000;

/** Tells a CDN that its copies are outdated. Methods throw a PurgeError. */
export interface Purger {
  /** With more URLs, `purgeAll` is better. */
  maxUrls: number;
  purge(urls: string[]): Promise<void>;
  purgeAll(): Promise<void>;
}

export class PurgeError extends Error {
  override name = 'PurgeError';
  /** Delay that the CDN asks for, in milliseconds. */
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs = 0) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Returns the purger of a CDN. `api` is the address of its API, for tests. */
export function createPurger(settings: PurgeSettings, siteUrl: string, api?: string): Purger {
  switch (settings.driver) {
    case 'cloudflare':
      return cloudflare(settings, api);
    case 'bunny':
      return bunny(settings, siteUrl, api);
    case 'fastly':
      return fastly(settings, api);
    case 'webhook':
      return webhook(settings);
  }
}

/** https://developers.cloudflare.com/api/resources/cache/methods/purge/ */
function cloudflare(
  { zone, token }: { zone: string; token: string },
  api = 'https://api.cloudflare.com/client/v4',
): Purger {
  const post = (body: object) =>
    send(`${api}/zones/${encodeURIComponent(zone)}/purge_cache`, {
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    // The free plan allows 25 requests at once, then 5 a minute.
    maxUrls: 20 * CLOUDFLARE_URLS,
    async purge(urls) {
      for (const files of chunks(urls, CLOUDFLARE_URLS)) await post({ files });
    },
    purgeAll: () => post({ purge_everything: true }),
  };
}

/** https://docs.bunny.net/reference/purgepublic_indexpost */
function bunny(
  { token }: { token: string },
  siteUrl: string,
  api = 'https://api.bunny.net',
): Purger {
  const post = (parameters: Record<string, string>) =>
    send(`${api}/purge?${new URLSearchParams(parameters)}`, { headers: { AccessKey: token } });
  return {
    maxUrls: 100,
    async purge(urls) {
      // Without `exactPath`, the URL of the home page stands for the whole site.
      for (const url of urls) await post({ url, exactPath: 'true' });
    },
    purgeAll: () => post({ url: `${siteUrl}/*` }),
  };
}

/** https://www.fastly.com/documentation/reference/api/purging/ */
function fastly(
  { zone, token }: { zone: string; token: string },
  api = 'https://api.fastly.com',
): Purger {
  const post = (path: string) =>
    send(`${api}${path}`, { headers: { 'Fastly-Key': token, Accept: 'application/json' } });
  return {
    maxUrls: 500,
    async purge(urls) {
      for (const url of urls) await post(`/purge/${url.replace(/^https?:\/\//, '')}`);
    },
    purgeAll: () => post(`/service/${encodeURIComponent(zone)}/purge_all`),
  };
}

/**
 * Any other CDN, through a webhook that you run. The signature covers the time, so a call can't be
 * replayed later (docs/site-in-a-bucket.md).
 */
function webhook({ url, token }: { url: string; token: string }): Purger {
  const post = (content: { urls: string[]; everything: boolean }) => {
    const body = JSON.stringify(content);
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', token).update(`${timestamp}.${body}`).digest('hex');
    return send(url, {
      headers: {
        'Content-Type': 'application/json',
        'X-Inkwell-Timestamp': timestamp,
        'X-Inkwell-Signature': `sha256=${signature}`,
      },
      body,
    });
  };
  return {
    maxUrls: 10 * WEBHOOK_URLS,
    async purge(urls) {
      for (const some of chunks(urls, WEBHOOK_URLS)) await post({ urls: some, everything: false });
    },
    purgeAll: () => post({ urls: [], everything: true }),
  };
}

function* chunks<T>(items: T[], size: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

async function send(url: string, init: { headers: Record<string, string>; body?: string }) {
  const where = new URL(url).host;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  // A redirect could send the token elsewhere.
  const options: RequestInit = { ...init, method: 'POST', redirect: 'error', signal };
  const response = await fetch(url, options).catch((error: Error) => {
    const { code } = (error.cause ?? {}) as NodeJS.ErrnoException;
    throw new PurgeError(`${where} can't be reached: ${code ?? error.message}`);
  });
  const text = await response.text();
  // Cloudflare answers some bad requests with 200 and `success: false`.
  if (response.ok && !/"success"\s*:\s*false/.test(text)) return;
  const seconds = Number(response.headers.get('Retry-After')) || 0;
  throw new PurgeError(`${where} answered ${response.status}`, seconds * 1000);
}
