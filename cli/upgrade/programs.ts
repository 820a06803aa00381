import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CommandError } from '../terminal.ts';

/** Lines of a failed program's output that the terminal shows. */
const LAST_LINES = 15;

/** The user that a program runs as. Empty: the user of this command. */
export interface Owner {
  uid?: number;
  gid?: number;
  home?: string;
}

/**
 * Returns the owner of a folder if root runs this command, so that programs leave no files there
 * that the site's user can't write. Otherwise, programs run as the user of this command.
 */
export function ownerOf(folder: string): Owner {
  if (process.getuid?.() !== 0) return {};
  const { uid, gid } = statSync(folder);
  return uid === 0 ? {} : { uid, gid, home: homeOf(uid) };
}

function homeOf(uid: number): string {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const fields = lines.map((line) => line.split(':'));
  return fields.find(([, , id]) => id === String(uid))?.[5] || '/';
}

export interface ProgramOptions {
  folder: string;
  owner?: Owner;
  env?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** It may ask for a password, and Ctrl-C reaches it. */
  isInteractive?: boolean;
}

/** The user's own Node, not one in node_modules, which an upgrade replaces. */
export function systemNode(root: string): string {
  return process.execPath.startsWith(join(root, 'node_modules')) ? 'node' : process.execPath;
}

/** Starts a program, with the environment in which the user called this command. */
export function startProgram(command: string, args: string[], options: ProgramOptions) {
  const { folder, owner = {}, env = {}, isInteractive = false } = options;
  const { uid, gid, home } = owner;
  return spawn(command, args, {
    cwd: folder,
    env: { ...callersEnvironment(folder), ...(home !== undefined && { HOME: home }), ...env },
    stdio: [isInteractive ? 'inherit' : 'ignore', 'pipe', 'pipe'],
    // Ctrl-C reaches all programs of a terminal, but a rollback has to finish.
    detached: !isInteractive,
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
  });
}

/** Leaves out what npm and scripts/run.mjs set for this command. */
function callersEnvironment(folder: string): Record<string, string | undefined> {
  const ofNpm = ([name]: [string, unknown]) => /^npm_(?!execpath$|config_)/.test(name);
  const variables = Object.entries(process.env).filter((variable) => !ofNpm(variable));
  const path = (process.env.PATH ?? '').split(delimiter);
  const isPackage = (part: string) => /[/\\]node_modules(?:[/\\]|$)/.test(part);
  return {
    ...Object.fromEntries(variables),
    NODE_COMPILE_CACHE: undefined,
    PATH: path.filter((part) => !isPackage(part)).join(delimiter),
    PWD: folder,
  };
}

/**
 * Runs a program and returns its output. Throws a CommandError with the end of its output if it
 * fails, and the signal's reason if it was stopped; by then, it has ended.
 */
export async function run(
  command: string,
  args: string[],
  options: ProgramOptions,
): Promise<string> {
  const { signal } = options;
  signal?.throwIfAborted();
  const child = startProgram(command, args, options);
  const output = collect(child);
  const stop = () => child.kill('SIGTERM');
  signal?.addEventListener('abort', stop);
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    signal?.throwIfAborted();
    if (code === 0) return output.stdout();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CommandError(`${command} isn't installed.`, { cause: error });
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
  throw new CommandError(`"${[command, ...args].join(' ')}" failed:\n${output.end()}`);
}

/** Collects what a program prints. */
export function collect(child: ChildProcess) {
  let stdout = '';
  let all = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    all += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    all += chunk.toString();
  });
  return {
    stdout: () => stdout,
    /** The last lines. */
    end: () => all.trim().split('\n').slice(-LAST_LINES).join('\n'),
  };
}
