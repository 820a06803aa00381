import { lookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks that aren't on the public internet (IANA's registries of special addresses). */
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4');
}

/** Globally routable IPv6 addresses. Addresses that embed IPv4 aren't public. */
const PUBLIC_6 = new BlockList();
PUBLIC_6.addSubnet('2000::', 3, 'ipv6');
const SPECIAL_6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  SPECIAL_6.addSubnet(network, prefix, 'ipv6');
}

/** Returns whether an IP address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !PRIVATE.check(address, 'ipv4');
  if (isIP(address) === 6) {
    return PUBLIC_6.check(address, 'ipv6') && !SPECIAL_6.check(address, 'ipv6');
  }
  return false;
}

interface Options {
  timeoutMs: number;
  signal?: AbortSignal;
  /** Tests allow localhost. */
  isAllowed?: (address: string) => boolean;
}

/**
 * Posts a form to a user-supplied URL. Connects only to public addresses, which it checks after
 * resolving the name, and follows no redirects, so requests can't reach the internal network
 * (SSRF). Returns the status, and ignores the body. Throws an Error.
 */
export async function postPublicly(
  url: URL,
  form: URLSearchParams,
  options: Options,
): Promise<number> {
  const body = form.toString();
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': Buffer.byteLength(body),
  };
  const response = await send(url, { method: 'POST', headers, body }, withTimeout(options));
  response.destroy();
  return response.statusCode ?? 0;
}

const MAX_REDIRECTS = 5;

/**
 * Returns the bytes at a user-supplied URL. Like `postPublicly`, but follows redirects, and checks
 * the address of each. `timeoutMs` is for all of them. Throws an Error that says why it failed, as
 * the end of a sentence.
 */
export async function getPublicly(
  url: URL,
  { maxBytes, ...options }: Options & { maxBytes: number },
): Promise<Buffer> {
  const limits = withTimeout(options);
  try {
    let response = await get(url, limits);
    let at = url;
    for (let redirects = 0; isRedirect(response); redirects++) {
      response.destroy();
      if (redirects === MAX_REDIRECTS) throw new Error('it redirects too often');
      at = new URL(response.headers.location ?? '', at);
      response = await get(at, limits);
    }
    return await readBody(response, maxBytes);
  } catch (error) {
    throw reasonOf(error as NodeJS.ErrnoException, limits.signal, options.timeoutMs);
  }
}

function reasonOf(error: NodeJS.ErrnoException, { reason }: AbortSignal, timeoutMs: number): Error {
  if (reason?.name === 'TimeoutError') {
    return new Error(`it took longer than ${timeoutMs / 1000} seconds`);
  }
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') {
    return new Error("its server wasn't found");
  }
  return error.code === undefined ? error : new Error(`the connection failed (${error.code})`);
}

function isRedirect({ statusCode = 0, headers }: IncomingMessage): boolean {
  return statusCode >= 300 && statusCode < 400 && headers.location !== undefined;
}

function get(url: URL, limits: Limits): Promise<IncomingMessage> {
  const headers = { 'Accept-Encoding': 'identity', 'User-Agent': 'Inkwell' };
  return send(url, { method: 'GET', headers }, limits);
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  try {
    const { statusCode, headers } = response;
    if (statusCode !== 200) throw new Error(`the server answered with status ${statusCode}`);
    const chunks: Buffer[] = [];
    let size = Number(headers['content-length'] ?? 0);
    const check = () => {
      if (size > maxBytes) throw new Error(`it is larger than ${maxBytes / 1024 / 1024} MB`);
    };
    check();
    size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      check();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    response.destroy();
  }
}

interface Limits {
  signal: AbortSignal;
  isAllowed: (address: string) => boolean;
}

function withTimeout({ timeoutMs, signal, isAllowed = isPublicAddress }: Options): Limits {
  const timeout = AbortSignal.timeout(timeoutMs);
  return { signal: signal ? AbortSignal.any([timeout, signal]) : timeout, isAllowed };
}

/** Returns the response to one request; the caller reads or destroys its body. */
async function send(
  url: URL,
  { body, ...request }: { method: string; headers: OutgoingHttpHeaders; body?: string },
  { signal, isAllowed }: Limits,
): Promise<IncomingMessage> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new Error(`${url.protocol} addresses aren't supported`);
  }
  const refusal = () => new Error(`${url.host} is not a public address`);
  // A literal IP address in the URL skips DNS, so check it here.
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !isAllowed(literal)) throw refusal();
  const publicOnly: LookupFunction = (name, options, callback) =>
    lookup(name, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error || !first) return callback(error ?? refusal(), '');
      if (!found.every(({ address }) => isAllowed(address))) return callback(refusal(), '');
      if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  const requestOf = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return await new Promise((resolve, reject) => {
    const sent = requestOf(url, { ...request, lookup: publicOnly, agent: false, signal }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}
