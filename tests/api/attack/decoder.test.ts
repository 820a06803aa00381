import { fork } from 'node:child_process';
import { once } from 'node:events';
import { open, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { decodeInChild, decoderOptions } from '../../../api/uploads/decode.ts';
import { testDatabase } from '../../support/database.ts';
import { tally } from '../../support/tally.ts';
import type { Probed } from './decoder-probe.ts';

const attack = tally();
const PROBE = fileURLToPath(new URL('./decoder-probe.ts', import.meta.url));
/** Node 22 and 24 let code in the decoder open connections; from Node 25 on they don't. */
const NETWORK_IS_CLOSED = process.allowedNodeEnvironmentFlags.has('--allow-net');

test('a compromised decoder reaches no data, no secret and no process', async () => {
  const { folder } = await testDatabase();
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const file = await open(join(folder, 'picture.png'), 'w+');
  onTestFinished(() => file.close());

  const options = decoderOptions(file.fd);
  const execArgv = [...(options.execArgv ?? []), `--allow-fs-read=${PROBE}`];
  const child = fork(PROBE, { ...options, execArgv });
  child.send({ dataDir: folder, port });
  const [probed] = (await once(child, 'message')) as [Probed];

  expect(probed.env.filter((name) => !/^(MALLOC_ARENA_MAX|NODE_CHANNEL_)/.test(name))).toEqual([]);
  const { 'opens a connection': connection, ...attempts } = probed.attempts;
  for (const [what, ended] of Object.entries(attempts)) {
    await attack('code in the picture decoder', async () => {
      expect([what, ended]).toEqual([what, 'ERR_ACCESS_DENIED']);
    });
  }
  expect(connection).toBe(NETWORK_IS_CLOSED ? 'ERR_ACCESS_DENIED' : 'done');
});

test('formats that can’t be uploaded aren’t opened', async () => {
  const { folder } = await testDatabase();
  const pixels = sharp({ create: { width: 9, height: 9, channels: 3, background: '#888' } });
  const files = {
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    tiff: await pixels.clone().tiff().toBuffer(),
    // The first bytes say PNG, the rest is another format.
    'tiff behind a PNG': Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      await pixels.clone().tiff().toBuffer(),
    ]),
  };
  for (const [what, bytes] of Object.entries(files)) {
    await attack('formats that are not accepted', async () => {
      const path = join(folder, 'file');
      await writeFile(path, bytes);
      const made = decodeInChild({ path, name: '1-a.png', kind: 'post', type: 'image/png' });
      await expect(made, what).rejects.toMatchObject({ statusCode: 400 });
    });
  }
});
