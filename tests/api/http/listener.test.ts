import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiListener } from '../../../api/http/server.ts';
import { SITE, testApp } from '../../support/app.ts';

const server = createServer();

beforeAll(async () => {
  const { app, services } = await testApp({ cleanUp: afterAll });
  const listener = apiListener(app, { siteUrl: SITE, log: services.log });
  server.on('request', (request, response) => listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => server.close());

/** Sends exactly these lines. Returns the status and the body of the response. */
async function send(lines: string[]): Promise<{ status: number; headers: string; body: unknown }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  // The server ends the connection. Half of one would be closed before an answer that takes a
  // moment.
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const [head = '', ...rest] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  const text = rest.join('\r\n\r\n');
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]),
    headers: head.toLowerCase(),
    body: JSON.parse(json),
  };
}

describe('a request that never reaches the app', () => {
  test.each([
    ['a malformed Host', ['GET /api/health HTTP/1.1', 'Host: a b']],
    ['a Host with a path', ['GET /api/health HTTP/1.1', 'Host: evil.example/x']],
    ['a Host with half an address', ['POST /api/user/signout HTTP/1.1', 'Host: [::1']],
    ['a backslash in the path', ['GET /api/..\\health HTTP/1.1', 'Host: localhost']],
  ])('is refused like any other: %s', async (_, lines) => {
    const { status, headers, body } = await send(lines);
    expect(status).toBe(400);
    expect(body).toEqual({
      success: false,
      statusCode: 400,
      message: 'This is not a valid request.',
    });
    expect(headers).toContain('content-type: application/json');
    expect(headers).toContain('cache-control: no-store');
  });
});

test.each([
  ['without a Host, as HTTP/1.0 allows', ['GET /api/health HTTP/1.0']],
  ['with the host in its target', ['GET http://localhost/api/health HTTP/1.1', 'Host: localhost']],
])('a request is answered %s', async (_, lines) => {
  const { status, body } = await send(lines);
  expect({ status, body }).toEqual({ status: 200, body: { status: 'ok' } });
});
