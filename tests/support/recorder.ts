import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Recorder {
  /** Host and port. */
  address: string;
  /** The requests that reached it, in order. */
  received: { path: string; bytes: number }[];
  stop(): Promise<void>;
}

/** Starts a server in place of Inkwell that records each request and answers 200 after its body. */
export async function startRecorder(): Promise<Recorder> {
  const received: Recorder['received'] = [];
  const server = createServer(async (req, res) => {
    const call = { path: req.url ?? '', bytes: 0 };
    received.push(call);
    try {
      for await (const chunk of req) call.bytes += (chunk as Buffer).length;
    } catch {
      // The connection broke: no one is left to answer.
      return;
    }
    const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
    res.writeHead(200, headers).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, received, stop };
}
