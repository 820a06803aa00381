import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../e2e/support/server.ts';
import { startNginx } from './nginx.ts';

test('the line in our file turns on HTTP/2 for the version of nginx that is installed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'inkwell-http2-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await mkdir(join(dataDir, 'site'));
  await writeFile(join(dataDir, 'site/index.html'), '<h1>Home</h1>');
  const port = await freePort();
  const upstream = `127.0.0.1:${await freePort()}`;
  const folder = join(dataDir, 'nginx');
  const nginx = await startNginx({ port, upstream, dataDir, folder, https: true });
  onTestFinished(() => nginx.stop());

  const session = connect(`https://localhost:${port}`, { rejectUnauthorized: false });
  // End the session before nginx: a broken connection would cause another error.
  onTestFinished(() => new Promise<void>((done) => session.close(done)));
  await once(session, 'connect');
  expect(session.alpnProtocol).toBe('h2');
  const request = session.request({ ':path': '/' });
  const [headers] = (await once(request, 'response')) as [Record<string, unknown>];
  expect(headers[':status']).toBe(200);
  request.resume();
  await once(request, 'end');
});
