import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const TYPES: Record<string, string> = {
  '': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.xml': 'application/xml',
};

export interface StaticHost {
  url: string;
  stop(): Promise<void>;
}

/** Serves the files of a folder, like a host of static sites: it has no API. */
export async function startStaticHost(folder: string): Promise<StaticHost> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const type = extname(pathname);
    const file = join(folder, pathname, type === '' ? 'index.html' : '');
    const bytes = request.method === 'GET' && (await readFile(file).catch(() => undefined));
    if (bytes) response.setHeader('content-type', TYPES[type] ?? 'application/octet-stream');
    else response.writeHead(404, { 'content-type': 'text/html' });
    response.end(bytes || '<h1>Not found</h1>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
