import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

const etagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`;

/** Whether a conditional request finds the object as it wants it. */
function isExpected(headers: IncomingHttpHeaders, found: Buffer | undefined): boolean {
  const { 'if-match': wanted, 'if-none-match': unwanted } = headers;
  if (unwanted === '*' && found) return false;
  return wanted === undefined || (found !== undefined && wanted === etagOf(found));
}

/**
 * Starts a store with the parts of S3 that uploads and the copy of the site use, which checks no
 * signatures (tests/s3 uses a real one). `objects` is what it has, by path; `variables` are the
 * settings for it.
 */
export async function objectStore(
  cleanUp: (work: () => void) => void = onTestFinished,
): Promise<{ objects: Map<string, Buffer>; variables: Record<string, string> }> {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://store').pathname;
    const body = Buffer.concat(await request.toArray());
    const found = objects.get(path);
    if (!isExpected(request.headers, found)) {
      response.writeHead(412).end();
      return;
    }
    if (request.method === 'PUT') objects.set(path, body);
    if (request.method === 'DELETE') objects.delete(path);
    const status = request.method === 'GET' && found === undefined ? 404 : 200;
    const current = objects.get(path);
    response.writeHead(status, current && { ETag: etagOf(current) });
    response.end(request.method === 'GET' ? found : undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp(() => {
    server.close();
    server.closeAllConnections();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const variables = {
    STORAGE: 's3',
    S3_ENDPOINT: endpoint,
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: 'test',
    S3_SECRET_ACCESS_KEY: 'test',
    S3_PUBLIC_URL: `${endpoint}/pictures`,
  };
  return { objects, variables };
}
