import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { SERVER_FLAGS, SERVER_MALLOC } from '../../../scripts/server-memory.mjs';

const START = fileURLToPath(new URL('../../../scripts/start.ts', import.meta.url));
/** A busy machine takes many times the usual three seconds. */
const READY_MS = 240_000;
const STOP_MS = 15_000;
const PORT_ATTEMPTS = 3;

export const ADMIN = {
  email: 'admin@example.com',
  password: 'correct horse battery',
  username: 'admin',
} as const;

export interface RunningServer {
  /** Public origin, without a trailing slash. */
  url: string;
  dataDir: string;
  pid: number;
  /** Everything printed so far. */
  output(): string;
  /**
   * Sends a signal and waits for the exit. Returns the exit code, or null if the signal killed it.
   */
  kill(signal: NodeJS.Signals): Promise<number | null>;
  /** Stops it and removes its data folder. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  seed?: 'demo' | 'none';
  /** In the site's address. Passkeys need a name. */
  hostname?: 'localhost' | '127.0.0.1';
  /** If given, it is used, and kept at the end. */
  dataDir?: string;
  port?: number;
  env?: Record<string, string>;
  /** The script of another version. */
  script?: string;
  /** Shows the steps of the first start on the overview. Most tests want the overview. */
  firstStart?: boolean;
  /** How long it may take until all pages are published; four minutes by default. */
  readyMs?: number;
}

/**
 * Starts the product like `npm start`, on a free port and with a separate data folder, and waits
 * until it is healthy. Throws with the server's output if that fails.
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce(options);
    } catch (error) {
      // Another program may have taken the free port in the meantime.
      const isTaken = /is taken by another program/.test((error as Error).message);
      if (options.port !== undefined || !isTaken || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

async function startOnce(options: ServerOptions): Promise<RunningServer> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'inkwell-e2e-')));
  const port = options.port ?? (await freePort());
  const url = `http://${options.hostname ?? '127.0.0.1'}:${port}`;
  const child = spawn(process.execPath, [...SERVER_FLAGS, options.script ?? START], {
    // The IPC channel lets the server notice when the tests die.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...inherited(),
      ...SERVER_MALLOC,
      HOST: '127.0.0.1',
      PORT: String(port),
      SITE_URL: url,
      DATA_DIR: dataDir,
      SEED: options.seed ?? 'none',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ADMIN_USERNAME: ADMIN.username,
      LOG_LEVEL: 'warn',
      ...options.env,
      // Tests and benches save more in a minute than a person.
      RATE_LIMITS: ['save=1000000/60', options.env?.RATE_LIMITS].filter(Boolean).join(','),
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-100_000);
    });
  }
  const running: RunningServer = {
    url,
    dataDir,
    pid: child.pid ?? 0,
    output: () => output,
    kill: (signal) => end(child, signal),
    async stop() {
      await end(child, 'SIGTERM');
      if (options.dataDir === undefined) await removeFolder(dataDir);
    },
  };
  try {
    await healthy(url, child);
    await published(dataDir, child, options.readyMs ?? READY_MS);
    if (!options.firstStart) skipFirstStart(dataDir);
  } catch (error) {
    await running.stop();
    throw new Error(`The server did not start: ${(error as Error).message}\n${output}`, {
      cause: error,
    });
  }
  return running;
}

/** The caller's environment without variables that would configure the server. */
function inherited(): NodeJS.ProcessEnv {
  const ours =
    /^(HOST|PORT|SITE_|DATA_DIR|DATABASE_|ADMIN_|SEED|GOOGLE_|GITHUB_|OIDC_|STORAGE|S3_|TRUST_PROXY|LOG_LEVEL|ROLE|UPLOADS_SHARED|PURGE_|SMTP_|MAIL_)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}

async function healthy(url: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + READY_MS;
  while (Date.now() < until) {
    requireRunning(child);
    const response = await fetch(`${url}/api/health`).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((wait) => setTimeout(wait, 100));
  }
  throw new Error(`it was not healthy after ${READY_MS / 1000} s`);
}

/** Like the administrator who skips all steps. Only a database in the data folder has them. */
function skipFirstStart(dataDir: string): void {
  const file = join(dataDir, 'blog.db');
  if (!existsSync(file)) return;
  const database = new Sqlite(file, { timeout: READY_MS });
  database.prepare("delete from settings where key = 'first-start'").run();
  database.close();
}

function requireRunning({ exitCode, signalCode }: ChildProcess): void {
  if (exitCode !== null || signalCode !== null) {
    throw new Error(`it exited with ${exitCode ?? signalCode}`);
  }
}

/** Waits until the first release is complete. The server answers before that. */
async function published(dataDir: string, child: ChildProcess, readyMs: number): Promise<void> {
  const until = Date.now() + readyMs;
  while (Date.now() < until) {
    requireRunning(child);
    if (existsSync(join(dataDir, 'site', '.release.json'))) return;
    await new Promise((wait) => setTimeout(wait, 50));
  }
  throw new Error(`it had no complete site after ${readyMs / 1000} s`);
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill(signal);
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  const [code] = (await ended) as [number | null];
  clearTimeout(force);
  return code;
}

/** Returns an unused port. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await new Promise((closed) => probe.close(closed));
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}

/** Retries, because child processes of a killed server may still be writing. */
async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
