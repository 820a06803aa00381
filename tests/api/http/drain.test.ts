import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpServer } from '../../../api/http/server.ts';
import { drain } from '../../../api/shutdown.ts';

test('a stopping server answers what arrives on an open connection, then closes it', async () => {
  const responses: ServerResponse[] = [];
  const server = createHttpServer((_request, response) => void responses.push(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (text: string) => {
    received += text;
  });
  const send = async (path: string) => {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await once(server, 'request');
  };

  await send('/first');
  const drained = drain(server);
  // As a proxy does that still has a connection.
  await send('/second');
  for (const response of responses) response.end('answer');
  await once(socket, 'end');
  await drained;
  const [, first, second] = received.split('HTTP/1.1 200 OK');
  expect(first).toContain('answer');
  expect(second).toContain('answer');
  expect(second).toContain('Connection: close');
});
