import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { CommandError } from '../terminal.ts';
import { collect, type Owner, startProgram, systemNode } from './programs.ts';

const POLL_MS = 250;
/** Time for a migration and the first pages. */
const MAX_START_MS = 15 * 60_000;
/** Time to finish responses; as `TimeoutStopSec` of the service. */
const MAX_STOP_MS = 30_000;

interface Trial {
  /** The code of the new version. */
  code: string;
  /** The code that runs now. */
  root: string;
  /** A data folder with a copy of the database. */
  dataDir: string;
  siteUrl: string;
  owner: Owner;
  signal: AbortSignal;
}

/**
 * Starts the new version on a copy of the database, which migrates it, on a free port of this
 * machine. Waits until it's healthy and serves the home page, then stops it. It sends no mail, runs
 * no schedules and uploads nothing, because the role `web` doesn't. Throws a CommandError with the
 * end of its output.
 */
export async function tryRelease({ code, root, dataDir, siteUrl, owner, signal }: Trial) {
  signal.throwIfAborted();
  const port = await freePort();
  const env = {
    HOST: '127.0.0.1',
    PORT: String(port),
    SITE_URL: siteUrl,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    ROLE: 'web',
    SEED: 'none',
    LOG_LEVEL: 'warn',
  };
  const options = { folder: code, owner, env };
  const child = startProgram(systemNode(root), ['scripts/run.mjs', 'start'], options);
  const output = collect(child);
  const ended = new AbortController();
  const closed = once(child, 'close').finally(() => ended.abort());
  closed.catch(() => undefined);
  const origin = `http://127.0.0.1:${port}`;
  const failure = await becomesHealthy(origin, AbortSignal.any([signal, ended.signal])).then(
    async () => ((await answers(`${origin}/`)) ? undefined : "doesn't serve the home page"),
    (error: Error) => (ended.signal.aborted ? "didn't start" : error.message),
  );
  child.kill('SIGTERM');
  const kill = setTimeout(() => child.kill('SIGKILL'), MAX_STOP_MS);
  await closed.catch(() => undefined);
  clearTimeout(kill);
  signal.throwIfAborted();
  if (failure !== undefined) {
    throw new CommandError(`The new version ${failure}:\n${output.end()}`);
  }
}

/**
 * Waits until a server is healthy. From then on, visitors can write. Throws an Error that completes
 * "The new version …".
 */
export async function becomesHealthy(
  origin: string,
  signal: AbortSignal,
  maxMs = MAX_START_MS,
): Promise<void> {
  const until = performance.now() + maxMs;
  while (!(await answers(`${origin}/api/health`))) {
    if (performance.now() > until) throw new Error("isn't healthy (/api/health)");
    await wait(POLL_MS, undefined, { signal });
  }
}

async function answers(url: string): Promise<boolean> {
  return await fetch(url, { signal: AbortSignal.timeout(60_000) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
