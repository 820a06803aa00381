import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ShardAnswer, ShardOrder } from './child.ts';
import type { BuiltShard } from './shard.ts';

/** A shard takes a second or two; on a machine that is busy with everything else, longer. */
const TIMEOUT_MS = 180_000;

/** The few variables that a process needs of ours, beside those of the renderer: no secret among them. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'PAGEFIND_BINARY_PATH'];

/**
 * Makes one shard in a process of its own. Gives null when no post is in the range. Throws why it could
 * not be made, or the signal's reason.
 */
export async function buildShard(
  order: ShardOrder,
  { env, signal }: { env: Record<string, string>; signal: AbortSignal },
): Promise<{ built: BuiltShard | null; peakMb: number }> {
  signal.throwIfAborted();
  const inherited = INHERITED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  const child = fork(fileURLToPath(new URL('./child.ts', import.meta.url)), {
    // A small nursery: speed is not what this process is for.
    execArgv: ['--max-semi-space-size=2'],
    env: { ...Object.fromEntries(inherited), NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    killSignal: 'SIGKILL',
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2000);
  });
  const answered = new Promise<ShardAnswer>((resolve, reject) => {
    child.once('error', reject);
    child.once('message', (message) => resolve(message as ShardAnswer));
    child.once('exit', (code, by) =>
      reject(new Error(`The indexer ended with ${by ?? code}: ${said.trim()}`)),
    );
    child.send(order);
  });
  const answer = await answered.catch(async (error: unknown) => {
    // Given up, it may still be writing: whoever asked may go on only when it cannot any more.
    child.kill('SIGKILL');
    await gone(child);
    throw error;
  });
  if ('error' in answer) throw new Error(answer.error);
  return answer;
}

async function gone(child: ChildProcess): Promise<void> {
  const isRunning = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  if (isRunning) await once(child, 'exit');
}
