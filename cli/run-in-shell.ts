import { spawn } from 'node:child_process';
import { withoutCredentials } from './configuration.ts';

interface Options {
  cwd: string;
  env: Record<string, string | undefined>;
  maxMs: number;
}

/** Time after a SIGTERM until a SIGKILL. */
const GRACE_MS = 2_000;
/** Time to read the rest of the error output, which a background program may keep open. */
const DRAIN_MS = 1_000;
/** Maximum characters of error output in a message. */
const MAX_SHOWN = 500;
const MAX_KEPT = 16_384;

/**
 * Runs the owner's command in a shell, without input. Its process group ends with this process.
 * Throws an Error with the end of its error output if it fails or takes too long.
 */
export async function runInShell(name: string, command: string, options: Options): Promise<void> {
  const { cwd, maxMs } = options;
  // Otherwise Git might wait for a password that no one types.
  const env = { ...options.env, GIT_TERMINAL_PROMPT: '0' };
  const child = spawn(command, {
    shell: true,
    detached: true,
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const onExit = () => killGroup(child.pid, 'SIGTERM');
  process.once('exit', onExit);
  let isTooLong = false;
  const timers = [
    setTimeout(() => {
      isTooLong = true;
      killGroup(child.pid, 'SIGTERM');
    }, maxMs),
    setTimeout(() => killGroup(child.pid, 'SIGKILL'), maxMs + GRACE_MS),
  ];
  try {
    const { ended, errors } = await endOf(child);
    if (ended === 0) return;
    const said = withoutCredentials(errors, env).trim().slice(-MAX_SHOWN);
    const how = isTooLong ? `took longer than ${maxMs / 1_000} seconds` : `ended with ${ended}`;
    throw new Error(`${name} ${how}. ${said}`.trim());
  } finally {
    for (const timer of timers) clearTimeout(timer);
    process.removeListener('exit', onExit);
  }
}

async function endOf(
  child: ReturnType<typeof spawn>,
): Promise<{ ended: number | string; errors: string }> {
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
    errors = (errors + piece).slice(-MAX_KEPT);
  });
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => setTimeout(() => child.stderr?.destroy(), DRAIN_MS).unref());
    child.once('close', (code, signal) => resolve({ ended: code ?? signal ?? 'no code', errors }));
  });
}

function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has already ended.
  }
}
