import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { COMPILE_CACHE } from '../../support/compile-cache.ts';

const START = fileURLToPath(new URL('../../../scripts/start.ts', import.meta.url));

export interface Started {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Waits until the line is printed. Throws if the process ends first. */
  says(text: string): Promise<void>;
  ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

/** Starts the product with only the given environment variables. */
export function startProcess(env: Record<string, string>): Started {
  const child = spawn(process.execPath, [START], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      LOG_LEVEL: 'silent',
      ...COMPILE_CACHE,
      ...env,
    },
  });
  const out = { stdout: '', stderr: '' };
  const heard: (() => void)[] = [];
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.on('data', (chunk: Buffer) => {
      out[name] += chunk.toString();
      for (const listener of heard) listener();
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...out }));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    child,
    ended,
    stdout: () => out.stdout,
    stderr: () => out.stderr,
    says: (text) =>
      new Promise((resolve, reject) => {
        const look = () => out.stdout.includes(text) && resolve();
        heard.push(look);
        look();
        void ended.then((end) => reject(new Error(`It ended: ${JSON.stringify(end)}`)));
      }),
  };
}
