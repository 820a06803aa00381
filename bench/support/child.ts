import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';

export interface Served {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** Starts a file of bench/servers in a separate process, which reports its port with `tellPort`. */
export async function startServing(name: string, ...args: string[]): Promise<Served> {
  const file = fileURLToPath(new URL(`../servers/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const reported = once(child, 'message').then(([port]) => port as number);
  const port = await Promise.race([reported, ended.then(() => undefined)]);
  if (port === undefined) throw new Error(`${name} exited before it reported a port`);
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * Listens on a free loopback port and reports it to the parent process.
 */
export function tellPort(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address !== null && typeof address !== 'string') process.send?.(address.port);
  });
  process.once('disconnect', () => process.exit());
}
