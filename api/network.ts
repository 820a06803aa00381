import { isIP, isIPv6 } from 'node:net';
import { expandIPv6 } from 'hono/utils/ipaddr';

/**
 * Returns the address by which limits count a client: IPv4, or the /64 network of IPv6, because a
 * household has a full /64; `unknown` if there is none. Behind `trustProxy` proxies, it's the entry
 * of `X-Forwarded-For` written by the outermost one: clients can forge entries to its left.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustProxy: number,
): string {
  if (trustProxy > 0) {
    const entry = bareAddress(forwardedFor?.split(',').at(-trustProxy) ?? '');
    if (isIP(entry)) return networkOf(entry);
  }
  return socketAddress === undefined ? 'unknown' : networkOf(bareAddress(socketAddress));
}

/** Removes white space, brackets, port and zone. */
function bareAddress(entry: string): string {
  return entry
    .trim()
    .replace(/^\[([^\]]+)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '');
}

function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const groups = expandIPv6(address).split(':').slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/**
 * Returns the /56 and /48 networks around an IPv6 network of `clientAddress`, because rented
 * servers often come with networks of these sizes; an empty list for IPv4.
 */
export function widerNetworks(address: string): [] | [string, string] {
  if (!address.endsWith('::/64')) return [];
  const [a, b, c, d = '0'] = address.slice(0, -'::/64'.length).split(':');
  const subnet = (Number.parseInt(d, 16) & 0xff00).toString(16);
  return [`${a}:${b}:${c}:${subnet}::/56`, `${a}:${b}:${c}::/48`];
}

/**
 * Returns the range that the list of sessions shows for an address from `clientAddress`: /24, or
 * /48 for IPv6.
 */
export function addressRange(address: string): string {
  const [, wider] = widerNetworks(address);
  if (wider !== undefined) return wider;
  return isIP(address) === 4 ? address.replace(/\d+$/, '0/24') : '';
}
