import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../e2e/support/server.ts';
import { ensurePackages } from '../support/debian.ts';
import { query, unprivileged } from './server.ts';

/** Debian's folder of it isn't in every PATH. */
const PROGRAM = '/usr/sbin/pgbouncer';
const START_WITHIN_MS = 20_000;

export interface PgBouncer {
  /** Returns the `DATABASE_URL` of the same database through the pooler. */
  through(url: string): string;
  /** Ends it at once, with all its connections, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Returns undefined on success, else the reason why PgBouncer is unavailable. */
export function ensurePgBouncer(say: (line: string) => void): string | undefined {
  const isInstalled = () => existsSync(PROGRAM);
  return ensurePackages({ name: 'PgBouncer', packages: ['pgbouncer'], isInstalled, say });
}

/** Starts PgBouncer in transaction mode with the settings of docs/several-nodes.md. */
export async function startPgBouncer(server: string): Promise<PgBouncer> {
  const to = new URL(server);
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-pgbouncer-'));
  const file = join(folder, 'pgbouncer.ini');
  const settings = [
    '[databases]',
    `* = host=${to.hostname} port=${to.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${join(folder, 'users.txt')}`,
    'pool_mode = transaction',
    'default_pool_size = 5',
  ];
  await writeFile(file, `${settings.join('\n')}\n`);
  await writeFile(join(folder, 'users.txt'), `"${to.username}" "${to.password}"\n`);
  const owner = unprivileged();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const through = (url: string) => {
    const address = new URL(url);
    address.port = String(port);
    return address.href;
  };
  let child: ChildProcess;

  async function start(): Promise<void> {
    child = spawn(PROGRAM, ['-q', file], {
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: '/',
      ...owner,
    });
    let messages = '';
    child.stderr?.on('data', (chunk) => {
      messages = (messages + chunk).slice(-4000);
    });
    const isUp = () =>
      query(through(server), 'select 1').then(
        () => true,
        () => false,
      );
    for (const until = Date.now() + START_WITHIN_MS; Date.now() < until; await wait(20)) {
      if (child.exitCode !== null) break;
      if (await isUp()) return;
    }
    throw new Error(`PgBouncer did not start: ${messages}`);
  }

  async function end(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  await start();
  return {
    through,
    async restart() {
      await end();
      await start();
    },
    async stop() {
      process.off('exit', killAtExit);
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
