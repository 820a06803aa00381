import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensurePackages } from '../support/debian.ts';

const PLACES = ['/usr/bin/caddy', '/usr/local/bin/caddy'];
const OURS = fileURLToPath(new URL('../../deploy/Caddyfile', import.meta.url));
const CLUSTER = fileURLToPath(new URL('../../deploy/cluster/Caddyfile', import.meta.url));

/** Returns the path of Caddy, `undefined` when it's not installed. */
export const findCaddy = () => PLACES.find((place) => existsSync(place));

export function ensureCaddy(say: (line: string) => void): string | undefined {
  const isInstalled = () => findCaddy() !== undefined;
  return ensurePackages({ name: 'Caddy', packages: ['caddy'], isInstalled, say });
}

/** Runs `caddy COMMAND` on our file. Returns its exit code and output. */
export function checkCaddyfile(command: 'validate' | 'adapt' | 'fmt', folder: string) {
  const config = command === 'fmt' ? [OURS] : ['--adapter', 'caddyfile', '--config', OURS];
  const env = environmentOf(folder);
  const { status, stdout, stderr } = spawnSync(findCaddy() ?? 'caddy', [command, ...config], {
    encoding: 'utf8',
    env,
  });
  return { status, stdout, stderr };
}

export interface Caddy {
  /** Its log. */
  output(): string;
  stop(): Promise<void>;
}

interface CaddyOptions {
  port: number;
  /** Host and port of Inkwell. */
  upstream: string;
  dataDir: string;
  /** A folder for what Caddy writes. */
  folder: string;
}

/**
 * Starts Caddy with our file, over plain HTTP and on an unprivileged port. Resolves when it
 * listens.
 */
export async function startCaddy(options: CaddyOptions): Promise<Caddy> {
  const { port, upstream, dataDir, folder } = options;
  return await run(OURS, { port, folder, env: { DATA_DIR: dataDir, INKWELL: upstream } });
}

/** Like `startCaddy`, with our file for several nodes. */
export async function startClusterCaddy(options: {
  port: number;
  nodes: [string, string];
  folder: string;
}): Promise<Caddy> {
  const { port, nodes, folder } = options;
  const env = { NODES: nodes.join(' '), NODES_REVERSED: nodes.toReversed().join(' ') };
  return await run(CLUSTER, { port, folder, env });
}

async function run(
  file: string,
  { port, folder, env }: { port: number; folder: string; env: Record<string, string> },
): Promise<Caddy> {
  const config = join(folder, 'Caddyfile');
  // The port for administration may be taken by another Caddy.
  await writeFile(config, (await readFile(file, 'utf8')).replace(/^\{$/m, '{\n\tadmin off'));
  const child = spawn(
    findCaddy() ?? 'caddy',
    ['run', '--adapter', 'caddyfile', '--config', config],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...environmentOf(folder),
        SITE_URL: `http://localhost:${port}`,
        ...env,
      },
    },
  );
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  while (child.exitCode === null) {
    const answer = await fetch(`http://localhost:${port}/`).catch(() => undefined);
    if (answer) return { output: () => output, stop };
    await new Promise((wait) => setTimeout(wait, 20));
  }
  throw new Error(`Caddy exited at once:\n${output}`);
}

/** Keeps Caddy from reading and writing the user's own configuration. */
const environmentOf = (folder: string) => ({ PATH: process.env.PATH, HOME: folder });
