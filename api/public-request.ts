import { lookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
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
  { timeoutMs, signal, isAllowed = isPublicAddress }: Options,
): Promise<number> {
  const body = form.toString();
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
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const timeout = AbortSignal.timeout(timeoutMs);
  return await new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        lookup: publicOnly,
        agent: false,
        signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          'Content-Length': Buffer.byteLength(body),
        },
      },
      (response) => {
        response.destroy();
        resolve(response.statusCode ?? 0);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
