import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../e2e/support/server.ts';
import type { StartProxy } from './rolling-restart.ts';

/** A node that has one file. Returns its host and port. */
async function nodeWith(file: string): Promise<string> {
  const server = createServer((request, response) => {
    response.writeHead(request.url === file ? 200 : 404).end(request.url);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A test that holds for any proxy in front of nodes of two versions. */
export function testMissingAssets(start: StartProxy) {
  test('an asset that one node lacks during an upgrade comes from the other one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'inkwell-assets-'));
    await mkdir(join(folder, 'nginx'));
    const port = await freePort();
    const nodes: [string, string] = [
      await nodeWith('/_assets/old.js'),
      await nodeWith('/_assets/new.js'),
    ];
    const proxy = await start({ port, nodes, folder });
    onTestFinished(async () => {
      await proxy.stop();
      await rm(folder, { recursive: true, force: true });
    });
    const get = async (path: string) => {
      const answer = await fetch(`http://localhost:${port}${path}`);
      return [answer.status, await answer.text()];
    };
    // All requests come from one address, so the proxy asks one of the nodes first each time.
    for (let n = 0; n < 3; n++) {
      expect(await get('/_assets/old.js')).toEqual([200, '/_assets/old.js']);
      expect(await get('/_assets/new.js')).toEqual([200, '/_assets/new.js']);
      expect((await get('/_assets/gone.js'))[0]).toBe(404);
    }
  });
}
