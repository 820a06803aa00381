/** Runs with the decoder's permissions and tries what a compromised decoder would do. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';

export interface Probed {
  env: string[];
  /** The result of each attempt: `done` or an error code. */
  attempts: Record<string, string>;
}

function attempt(work: () => unknown): string {
  try {
    work();
    return 'done';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

function reach(port: number): Promise<string> {
  return new Promise((resolve) => {
    try {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve('done');
      });
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'failed'));
    } catch (error) {
      resolve((error as NodeJS.ErrnoException).code ?? String(error));
    }
  });
}

process.once('message', async ({ dataDir, port }: { dataDir: string; port: number }) => {
  const attempts = {
    'reads the database': attempt(() => readFileSync(`${dataDir}/blog.db`)),
    'lists the data folder': attempt(() => readdirSync(dataDir)),
    'reads the secrets of the parent': attempt(() => readFileSync(`/proc/${process.ppid}/environ`)),
    'reads .env': attempt(() => readFileSync(`${process.cwd()}/.env`)),
    'writes a picture': attempt(() => writeFileSync(`${dataDir}/uploads/1-a.html`, 'x')),
    'starts a process': attempt(() => spawnSync('id')),
    'starts a thread': attempt(() => new Worker('1', { eval: true })),
    'opens a connection': await reach(port),
  };
  process.send?.({ env: Object.keys(process.env), attempts } satisfies Probed);
  process.disconnect();
});
