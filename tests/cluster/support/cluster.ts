import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, type RunningServer, startServer } from '../../e2e/support/server.ts';
import { UNLIMITED } from '../../faults/support/site.ts';
import { startProxy, type TcpProxy } from './proxy.ts';

/** One process of a cluster. */
export interface Node {
  name: string;
  url: string;
  dataDir: string;
  /** Between it and PostgreSQL, if the cluster has proxies. */
  proxy: TcpProxy | undefined;
  /** Everything printed since the last start. */
  output(): string;
  pid(): number;
  /** Returns when it's healthy. `script`: of another version. */
  start(script?: string): Promise<void>;
  /** Stops it in order. */
  stop(): Promise<void>;
  /** Ends it at once, like a crash. */
  kill(): Promise<void>;
  /** Suspends it: connections stay open, and nothing answers. */
  pause(): void;
  resume(): void;
}

export interface Cluster {
  nodes: Node[];
  /** Stops all nodes and removes their folders. */
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** Number of nodes. */
  nodes: number;
  /** A SQLite file that all share by default. */
  databaseUrl?: string;
  seed?: 'demo' | 'none';
  /** Puts a proxy between each node and PostgreSQL. */
  proxied?: boolean;
  env?: Record<string, string>;
}

/**
 * Starts several nodes at once, each with its own data folder, all with the same address, database
 * and folder of uploads. Returns when all are healthy and have all pages.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const root = await mkdtemp(join(tmpdir(), 'inkwell-cluster-'));
  await mkdir(join(root, 'uploads'));
  const { databaseUrl = `file:${join(root, 'shared.db')}` } = options;
  const shared = {
    SITE_URL: `http://127.0.0.1:${await freePort()}`,
    UPLOADS_SHARED: '1',
    ...UNLIMITED,
    ...options.env,
  };
  const nodes = await Promise.all(
    Array.from({ length: options.nodes }, async (_, index) => {
      const proxy = options.proxied
        ? await startProxy(Number(new URL(databaseUrl).port))
        : undefined;
      const env = { ...shared, DATABASE_URL: through(proxy, databaseUrl) };
      return makeNode({
        name: `node-${index + 1}`,
        root,
        env,
        proxy,
        seed: options.seed ?? 'none',
      });
    }),
  );
  const cluster: Cluster = {
    nodes,
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
      await Promise.all(nodes.map(({ proxy }) => proxy?.stop()));
      await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
  const started = await Promise.allSettled(
    nodes.map(async (node) => {
      await node.start();
      while (!node.output().includes('All pages are published')) await wait(50);
    }),
  );
  const failed = started.find((result) => result.status === 'rejected');
  if (failed) {
    await cluster.stop();
    throw failed.reason;
  }
  return cluster;
}

function through(proxy: TcpProxy | undefined, databaseUrl: string): string {
  if (proxy === undefined) return databaseUrl;
  const url = new URL(databaseUrl);
  url.port = String(proxy.port);
  return url.href;
}

interface NodeOptions {
  name: string;
  root: string;
  env: Record<string, string>;
  proxy: TcpProxy | undefined;
  seed: 'demo' | 'none';
}

async function makeNode({ name, root, env, proxy, seed }: NodeOptions): Promise<Node> {
  const dataDir = join(root, name);
  await mkdir(dataDir);
  await symlink(join(root, 'uploads'), join(dataDir, 'uploads'));
  const port = await freePort();
  let running: RunningServer | undefined;
  const end = async (signal: NodeJS.Signals) => {
    const ended = running;
    running = undefined;
    await ended?.kill(signal);
  };
  const signal = (name: NodeJS.Signals) => {
    if (running) process.kill(running.pid, name);
  };
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    dataDir,
    proxy,
    output: () => running?.output() ?? '',
    pid: () => running?.pid ?? 0,
    async start(script) {
      running = await startServer({ dataDir, port, seed, env, ...(script && { script }) });
    },
    async stop() {
      signal('SIGCONT');
      await end('SIGTERM');
    },
    kill: () => end('SIGKILL'),
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
  };
}
