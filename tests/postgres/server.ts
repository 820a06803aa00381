import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../e2e/support/server.ts';
import { ensurePackages } from '../support/debian.ts';

/** Debian keeps the programs of each version apart. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';
const START_WITHIN_MS = 60_000;
/** A file system in memory, which containers limit to 64 MB by default. */
const MEMORY = '/dev/shm';
const MIN_MEMORY = 2 * 1024 ** 3;
/** The server trusts every connection. The password is there to be looked for in logs. */
const PASSWORD = 'not-a-secret';

export interface Postgres {
  port: number;
  /** Id of the main process. */
  pid(): number;
  /** Returns the `DATABASE_URL` of a database of this server. */
  url(name: string): string;
  /** Creates a database, empty or as a copy of an unused one. Returns its URL. */
  createDatabase(name: string, template?: string): Promise<string>;
  /** Ends the server and keeps its data. `immediate` is like a crash. */
  shutDown(mode?: 'fast' | 'immediate'): Promise<void>;
  /** Starts the server after `shutDown`. Resolves when it accepts connections. */
  start(): Promise<void>;
  restart(mode?: 'fast' | 'immediate'): Promise<void>;
  /** Stops all processes of the server with SIGSTOP: it accepts connections and doesn't answer. */
  pause(): void;
  resume(): void;
  /** Ends the server and deletes its data. */
  stop(): Promise<void>;
}

/** Returns the folder with the programs of PostgreSQL, `undefined` when it's not installed. */
export function findPostgres(): string | undefined {
  if (!existsSync(DEBIAN_FOLDER)) return undefined;
  const versions = readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => join(DEBIAN_FOLDER, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

/** Returns undefined on success, else the reason why PostgreSQL is unavailable. */
export function ensurePostgres(say: (line: string) => void): string | undefined {
  const isInstalled = () => findPostgres() !== undefined;
  return ensurePackages({ name: 'PostgreSQL', packages: ['postgresql'], isInstalled, say });
}

/**
 * Starts PostgreSQL on loopback with its data in a temporary folder, in memory if there is enough,
 * without syncing to the disk.
 * `settings`: more options of the server (`max_connections=20`). Throws with its messages when it
 * doesn't start.
 */
export async function startPostgres(
  options: { port?: number; settings?: readonly string[] } = {},
): Promise<Postgres> {
  const programs = findPostgres();
  if (programs === undefined) throw new Error('PostgreSQL is not installed');
  const port = options.port ?? (await freePort());
  const folder = await mkdtemp(join(dataRoot(), 'inkwell-postgres-'));
  const owner = unprivileged();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  // ICU, so that sorting by the locale would differ from ours.
  const locale = ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US'];
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', folder, '-U', 'inkwell', '--auth=trust', '--no-sync', '--locale=C.UTF-8', ...locale],
    { encoding: 'utf8', cwd: '/', ...owner },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=300',
    ...(options.settings ?? []),
  ].flatMap((setting) => ['-c', setting]);
  let server: ChildProcess | undefined;
  const url = (name: string) => `postgres://inkwell:${PASSWORD}@127.0.0.1:${port}/${name}`;

  async function start(): Promise<void> {
    const child = spawn(join(programs ?? '', 'postgres'), ['-D', folder, ...settings], {
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: '/',
      ...owner,
    });
    server = child;
    let messages = '';
    child.stderr.on('data', (chunk) => {
      messages = (messages + chunk).slice(-4000);
    });
    for (const until = Date.now() + START_WITHIN_MS; Date.now() < until; await wait(20)) {
      if (child.exitCode !== null) break;
      if (await answers(url('postgres'))) return;
    }
    throw new Error(`PostgreSQL did not start: ${messages}`);
  }

  async function shutDown(mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
    const child = server;
    server = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  }

  function signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const { pid } = server ?? {};
    if (pid === undefined) throw new Error('PostgreSQL is not running');
    // The parent first, so that it can't start others in the meantime.
    process.kill(pid, signal);
    for (const child of childrenOf(pid)) {
      try {
        process.kill(child, signal);
      } catch (error) {
        // It has ended in the meantime.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  }

  const killAtExit = () => {
    server?.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', killAtExit);
  await start();
  return {
    port,
    pid: () => server?.pid ?? 0,
    url,
    async createDatabase(name, template = 'template1') {
      await query(url('postgres'), `create database "${name}" template "${template}"`);
      return url(name);
    },
    shutDown,
    start,
    async restart(mode) {
      await shutDown(mode);
      await start();
    },
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    async stop() {
      process.off('exit', killAtExit);
      if (server !== undefined) signalAll('SIGCONT');
      await shutDown('immediate');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** Runs one statement on a connection of its own. */
export async function query<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function answers(url: string): Promise<boolean> {
  return await query(url, 'select 1').then(
    () => true,
    () => false,
  );
}

function dataRoot(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= MIN_MEMORY ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** PostgreSQL refuses to run as root. */
export function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [, , uid, gid] = (
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((line) => line.startsWith('postgres:')) ?? 'nobody:x:65534:65534'
  ).split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      // Fields after the name in parentheses: state, then the parent.
      const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
      return Number(rest.split(' ')[1]) === parent;
    } catch {
      return false;
    }
  });
}
