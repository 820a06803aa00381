import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { EXIT_SAFELY } from '../workarounds/exit-hang.ts';
import type { IndexReply, ShardTask, WordMapTask } from './shard-process.ts';
import type { WrittenShard } from './write-shard.ts';

const SCRIPT = fileURLToPath(new URL('./shard-process.ts', import.meta.url));
/** A shard takes a second or two; on a busy machine, longer. */
const TIMEOUT_MS = 180_000;
const MAX_REPLY_BYTES = 16 * 1024 * 1024;

/**
 * The only variables that the process inherits, besides those of the renderer. None is a secret.
 */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE', 'PAGEFIND_BINARY_PATH'];

interface Options {
  env: Record<string, string>;
  signal: AbortSignal;
}

/**
 * Builds a shard in a separate process. Returns `null` if the range has no posts. Throws the error
 * of the process, or the signal's reason; by then the process has ended and writes no more.
 */
export async function buildShard(task: ShardTask, options: Options): Promise<WrittenShard | null> {
  const reply = await run(task, options);
  return 'shard' in reply ? reply.shard : null;
}

/** The same for the word map. Returns its folder, or an empty string if there is none. */
export async function buildWordMap(task: WordMapTask, options: Options): Promise<string> {
  const reply = await run(task, options);
  return 'wordMap' in reply ? reply.wordMap : '';
}

async function run(task: ShardTask | WordMapTask, { env, signal }: Options): Promise<IndexReply> {
  signal.throwIfAborted();
  const inherited = INHERITED.map((name) => [name, process.env[name]]);
  // Here, saving memory matters more than speed.
  const args = ['--max-semi-space-size=2', EXIT_SAFELY, SCRIPT, JSON.stringify(task)];
  const building = promisify(execFile)(process.execPath, args, {
    env: { ...Object.fromEntries(inherited), NODE_ENV: 'production', ...env },
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_REPLY_BYTES,
  });
  // Node's own `signal` option rejects before the process has ended.
  const kill = () => building.child.kill('SIGKILL');
  signal.addEventListener('abort', kill);
  try {
    const { stdout } = await building.catch((error) => {
      signal.throwIfAborted();
      const stderr = error.stderr.trim().slice(-2000);
      throw new Error(`The indexer ended with ${error.signal ?? error.code}: ${stderr}`);
    });
    const reply: IndexReply | { error: string } = JSON.parse(
      stdout.slice(stdout.lastIndexOf('\n')),
    );
    if ('error' in reply) throw new Error(reply.error);
    return reply;
  } finally {
    signal.removeEventListener('abort', kill);
  }
}
