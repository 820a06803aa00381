import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { ensurePackages } from './debian.ts';

const run = promisify(execFile);

const runs = (program: string, args: string[]) =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

const PYTHON = `
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
for row in connection.execute(sys.argv[2]): print(*row, sep='|')
connection.close()
`;

/**
 * Returns a function that runs SQL on a database file with an SQLite that isn't ours, in a process
 * of its own, and returns what it prints: Debian's `sqlite3`, or that of Python where there is
 * none.
 */
export function foreignSqlite(): (file: string, sql: string) => Promise<string> {
  const missing = ensurePackages({
    name: 'SQLite',
    packages: ['sqlite3'],
    isInstalled: () => runs('sqlite3', ['--version']),
    say: console.log,
  });
  if (missing !== undefined && !runs('python3', ['-c', 'import sqlite3'])) throw new Error(missing);
  return async (file, sql) => {
    const [program, args] =
      missing === undefined
        ? ['sqlite3', ['-batch', file, sql]]
        : ['python3', ['-c', PYTHON, file, sql]];
    return (await run(program, args)).stdout.trim();
  };
}
