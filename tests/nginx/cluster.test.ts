import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../e2e/support/server.ts';
import { testRollingRestart } from '../support/rolling-restart.ts';
import { startClusterNginx } from './nginx.ts';

describe('nginx in front of two nodes', () => testRollingRestart(startClusterNginx));

/** A node that has one file. Returns its host and port. */
async function nodeWith(file: string): Promise<string> {
  const server = createServer((request, response) => {
    response.writeHead(request.url === file ? 200 : 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('an asset that one node lacks during an upgrade comes from the other one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-assets-'));
  await mkdir(join(folder, 'nginx'));
  const port = await freePort();
  const nodes: [string, string] = [
    await nodeWith('/_assets/old.js'),
    await nodeWith('/_assets/new.js'),
  ];
  const nginx = await startClusterNginx({ port, nodes, folder });
  onTestFinished(async () => {
    await nginx.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const status = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  expect(await status('/_assets/old.js')).toBe(200);
  expect(await status('/_assets/new.js')).toBe(200);
  expect(await status('/_assets/gone.js')).toBe(404);
});
