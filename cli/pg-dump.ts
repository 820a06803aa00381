import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CommandError } from './terminal.ts';

const run = promisify(execFile);
/** Only a migration of a large site holds locks for longer. */
const LOCK_WAIT = '60s';
/** The list of a dump's contents has one line for each table and index. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;

/** Returns whether `pg_dump` and `pg_restore` are on this machine. */
export async function hasPgDump(): Promise<boolean> {
  try {
    await Promise.all([run('pg_dump', ['--version']), run('pg_restore', ['--version'])]);
    return true;
  } catch {
    return false;
  }
}

/** Dumps a snapshot of a database. Throws a CommandError with the error output of `pg_dump`. */
export async function dumpDatabase(databaseUrl: string, file: string): Promise<void> {
  // Other users of the machine can read a process's arguments, but not its environment.
  const url = new URL(databaseUrl);
  const password = url.searchParams.get('password') ?? decodeURIComponent(url.password);
  url.password = '';
  url.searchParams.delete('password');
  // Only the `pg` package knows it.
  url.searchParams.delete('uselibpqcompat');
  const options = ['--format=custom', `--lock-wait-timeout=${LOCK_WAIT}`, '--no-password'];
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) };
  await runOrExplain('pg_dump', [...options, `--file=${file}`, `--dbname=${url.href}`], env);
}

/** Reads a dump. Throws a CommandError if it's damaged or has no tables. */
export async function checkDump(file: string): Promise<void> {
  const list = await runOrExplain('pg_restore', ['--list', file], process.env);
  if (!/ TABLE DATA \S+ posts /.test(list)) {
    throw new CommandError(`${file} has no posts: pg_dump could not read them.`);
  }
}

/**
 * Runs a program and returns its output. Kills it if this process exits. Throws a CommandError with
 * the end of its error output.
 */
async function runOrExplain(
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const running = run(program, args, { env, maxBuffer: MAX_LIST_BYTES });
  const stop = () => running.child.kill();
  process.once('exit', stop);
  try {
    return (await running).stdout;
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string };
    const why = stderr.trim().split('\n').slice(-3).join(' ');
    throw new CommandError(`${program} failed: ${why || message}`, { cause: error });
  } finally {
    process.off('exit', stop);
  }
}
