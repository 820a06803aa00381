import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { variables } from './bucket.ts';

export interface StoreProxy {
  /** Its address, which stands in for the store's. */
  url: string;
  /** The calls so far, such as "PUT post/x", without those for the manifest. */
  calls: string[];
  /** Those of them that the store refused. */
  refused: string[];
  /** While true, connections break as if the store were stopped. */
  isDown: boolean;
  /** Called before each call reaches the store. */
  before?: (call: string) => void | Promise<void>;
}

/** A proxy in front of the store that can fail, and writes down what it's asked. */
export async function storeProxy(
  cleanUp: (work: () => void) => void = onTestFinished,
): Promise<StoreProxy> {
  const store = new URL(variables.S3_ENDPOINT);
  const proxy: StoreProxy = { url: '', calls: [], refused: [], isDown: false };
  const server = createServer(async (incoming, outgoing) => {
    const key = decodeURIComponent(
      incoming.url?.split('?', 1)[0]?.split('/').slice(2).join('/') ?? '',
    );
    const call = `${incoming.method} ${key}`;
    await proxy.before?.(call);
    if (proxy.isDown) return incoming.socket.destroy();
    if (!key.startsWith('.inkwell/')) proxy.calls.push(call);
    // The signature covers the Host header, so it stays.
    const { method, headers, url: path } = incoming;
    const options = { host: store.hostname, port: store.port, method, headers, path };
    const forwarded = request(options, (answer) => {
      if (answer.statusCode === 403) proxy.refused.push(call);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    return incoming.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp(() => {
    server.closeAllConnections();
    server.close();
  });
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}
