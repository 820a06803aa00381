import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ShardReply, ShardTask } from './shard-process.ts';
import type { WrittenShard } from './write-shard.ts';

/** A shard takes a second or two; on a busy machine, longer. */
const TIMEOUT_MS = 180_000;

/** The only variables the process inherits, next to those of the renderer. None is a secret. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE', 'PAGEFIND_BINARY_PATH'];

/**
 * Builds a shard in a separate process. Returns null if there are no posts in the range. Throws the
 * error of the process, or the signal's reason.
 */
export async function buildShard(
  task: ShardTask,
  { env, signal }: { env: Record<string, string>; signal: AbortSignal },
): Promise<WrittenShard | null> {
  signal.throwIfAborted();
  const inherited = INHERITED.map((name) => [name, process.env[name]]);
  const child = fork(fileURLToPath(new URL('./shard-process.ts', import.meta.url)), {
    // Less memory matters more here than speed.
    execArgv: ['--max-semi-space-size=2'],
    env: { ...Object.fromEntries(inherited), NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    killSignal: 'SIGKILL',
  });
  let errorOutput = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errorOutput = (errorOutput + chunk.toString()).slice(-2000);
  });
  const reply = await new Promise<ShardReply>((resolve, reject) => {
    child.once('error', reject);
    child.once('message', (message) => resolve(message as ShardReply));
    child.once('exit', (code, by) =>
      reject(new Error(`The indexer ended with ${by ?? code}: ${errorOutput.trim()}`)),
    );
    child.send(task);
  }).catch(async (error: unknown) => {
    // It may still be writing. The caller continues only when that's impossible.
    child.kill('SIGKILL');
    await ended(child);
    throw error;
  });
  if ('error' in reply) throw new Error(reply.error);
  return reply.shard;
}

async function ended(child: ChildProcess): Promise<void> {
  const isRunning = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  if (isRunning) await once(child, 'exit');
}
