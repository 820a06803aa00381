import { isIP, isIPv6 } from 'node:net';
import type { ApiEnv } from './context.ts';

/** A context of Hono, behind a guard or not. */
interface AddressSource {
  env?: ApiEnv['Bindings'];
  req: { header(name: string): string | undefined };
}

/**
 * The address of the client: the socket's, or, behind `trustProxy` proxies, the entry of
 * `X-Forwarded-For` that the outermost of them wrote (the n-th from the right; what stands left of it
 * anybody can make up). Gives `unknown` when there is none.
 */
export function clientAddress(c: AddressSource, trustProxy: number): string {
  const socket = c.env?.incoming?.socket.remoteAddress ?? c.env?.remoteAddress;
  if (trustProxy > 0) {
    const entries = c.req.header('X-Forwarded-For')?.split(',') ?? [];
    const forwarded = bare(entries.at(-trustProxy) ?? '');
    if (isIP(forwarded)) return group(forwarded);
  }
  return socket === undefined ? 'unknown' : group(bare(socket));
}

/** Without white space, brackets, port and zone. */
function bare(entry: string): string {
  const text = entry.trim();
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1];
  const address = bracketed ?? (/^[\d.]+:\d+$/.test(text) ? text.replace(/:\d+$/, '') : text);
  return address.replace(/%.*$/, '');
}

/**
 * The networks of /56 and /48 that an IPv6 network of `clientAddress` is part of, narrower first: who
 * rents a server often gets that much. None for IPv4.
 */
export function widerNetworks(address: string): [] | [string, string] {
  if (!address.endsWith('::/64')) return [];
  const [a, b, c, d = '0'] = address.slice(0, -'::/64'.length).split(':');
  const subnet = (Number.parseInt(d, 16) & 0xff00).toString(16);
  return [`${a}:${b}:${c}:${subnet}::/56`, `${a}:${b}:${c}::/48`];
}

/** One household has a whole /64 of IPv6 addresses: they count as one. */
function group(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const parts = [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
  const prefix = parts.slice(0, 4).map((part) => Number.parseInt(part || '0', 16).toString(16));
  return `${prefix.join(':')}::/64`;
}
