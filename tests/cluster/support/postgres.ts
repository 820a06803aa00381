import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../e2e/support/server.ts';

const VERSIONS = '/usr/lib/postgresql';
const START_WITHIN_MS = 60_000;
const SETTINGS = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'];

/** A PostgreSQL server of the tests, on loopback, with an empty data folder. */
export interface Postgres {
  /** Without a database. */
  url: string;
  port: number;
  /** Stops it in order, and ends all connections. */
  stop(): Promise<void>;
  /** Ends all its processes at once, like a crash. */
  kill(): Promise<void>;
  /** Starts it again, and returns when it accepts connections. */
  start(): Promise<void>;
  /** Suspends all its processes: connections stay open, and nothing answers. */
  pause(): void;
  resume(): void;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

function binary(name: string): string {
  const versions = existsSync(VERSIONS)
    ? readdirSync(VERSIONS)
        .map(Number)
        .sort((a, b) => b - a)
    : [];
  const found = versions.map((version) => `${VERSIONS}/${version}/bin/${name}`).find(existsSync);
  if (found === undefined) throw new Error('PostgreSQL is not installed');
  return found;
}

/** PostgreSQL refuses to run as root. */
function account(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (option: string) =>
    Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Returns a process with its children. */
function processes(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return [pid, ...children.split(' ').filter(Boolean).map(Number)];
}

function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) process.kill(pid, signal);
}

/** Starts a server with an empty data folder. */
export async function startPostgres(): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-postgres-'));
  const user = account();
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const made = spawnSync(
    binary('initdb'),
    ['-D', data, '-U', 'inkwell', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'],
    { ...user, encoding: 'utf8', cwd: folder },
  );
  if (made.status !== 0) throw new Error(made.stderr);
  const port = await freePort();
  const url = `postgres://inkwell:a%20password@127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const end = async (signal: (pid: number) => void) => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    signal(child.pid ?? 0);
    await ended;
  };
  const postgres: Postgres = {
    url,
    port,
    stop: () => end((pid) => process.kill(pid, 'SIGINT')),
    async kill() {
      const all = child?.pid ? processes(child.pid) : [];
      await end(() => signalAll(all, 'SIGKILL'));
      // A new server refuses to start while one of them still has the shared memory.
      while (all.some((pid) => existsSync(`/proc/${pid}`))) await wait(5);
    },
    async start() {
      const options = [...SETTINGS, `port=${port}`].flatMap((setting) => ['-c', setting]);
      child = spawn(binary('postgres'), ['-D', data, ...options], {
        ...user,
        stdio: 'ignore',
        cwd: folder,
      });
      const until = Date.now() + START_WITHIN_MS;
      while (!(await accepts(`${url}/postgres`))) {
        if (child.exitCode !== null || Date.now() > until)
          throw new Error('PostgreSQL did not start');
        await wait(20);
      }
    },
    pause: () => signalAll(processes(child?.pid ?? 0), 'SIGSTOP'),
    resume: () => signalAll(processes(child?.pid ?? 0), 'SIGCONT'),
    async remove() {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await postgres.start();
  return postgres;
}

let created = 0;

/** Creates an empty database on a server. Returns its URL. */
export async function createDatabase(server: string): Promise<string> {
  const name = `inkwell_${process.pid}_${++created}`;
  await withClient(`${server}/postgres`, (client) => client.query(`create database ${name}`));
  return `${server}/${name}`;
}

async function accepts(url: string): Promise<boolean> {
  return withClient(url, (client) => client.query('select 1')).then(
    () => true,
    () => false,
  );
}

/** Runs `work` on a connection of its own. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // A server that ends the connection later is no error of this work.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
