/** `npm run user`: the accounts of the site, for its owner at the terminal. Works while the server runs. */
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { DestinationStream } from 'pino';
import type { SecurityEvent } from '../api/auth/client.ts';
import { EnvError, loadEnv } from '../api/env.ts';
import { ApiError } from '../api/errors.ts';
import { createLogger } from '../api/http/log.ts';
import type { Services } from '../api/services.ts';
import { removePicturesOf } from '../api/uploads/cleanup.ts';
import { createAccount, deleteByName, resetPassword, setAdmin } from '../api/users/manage.ts';
import { openDatabase } from '../db/client.ts';
import { listUsers, type UserRow } from '../db/queries/users.ts';
import { site } from '../src/site.config.ts';

const USAGE = `Usage: npm run user -- COMMAND

  list                               all accounts, newest first
  create USERNAME EMAIL [--admin]    makes an account and prints its password
  promote USER                       makes an administrator of a user
  demote USER                        makes an ordinary user of an administrator
  reset-password USER                prints a new password; the user is signed out everywhere
  delete USER                        deletes the account with its comments and likes

USER is an email or a username.

Options
  --password-stdin    create, reset-password: read the password from standard input,
                      instead of making one up
  --help              this text

The database is that of DATA_DIR or DATABASE_URL, as for npm start.
`;

const PAGE = 500;

/** The command was called wrongly: the usage is shown. */
class UsageError extends Error {}

export interface Terminal {
  env: Record<string, string | undefined>;
  out(text: string): void;
  err(text: string): void;
  /** Where entries of the security log go; nowhere when it's absent. */
  log?: DestinationStream;
  readStdin(): Promise<string>;
}

type Means = Pick<Services, 'env' | 'database' | 'now' | 'log' | 'siteName'>;

interface Options {
  admin: boolean;
  /** Reads the password that was asked to be read, if so. */
  password(): Promise<string | undefined>;
}

interface Command {
  /** What must follow, as the usage names it. */
  takes: readonly string[];
  flags: readonly string[];
  run(means: Means, args: readonly string[], options: Options): Promise<string>;
}

const COMMANDS: Record<string, Command> = {
  list: { takes: [], flags: [], run: (means) => list(means) },
  create: {
    takes: ['USERNAME', 'EMAIL'],
    flags: ['admin', 'password-stdin'],
    async run(means, [username = '', email = ''], options) {
      const given = await options.password();
      const isAdmin = options.admin;
      const made = await createAccount(means, { username, email, password: given, isAdmin });
      report(means, 'signup', made.user);
      const what = isAdmin ? 'Administrator made' : 'User made';
      return `${what}: ${nameOf(made.user)}${given === undefined ? `\nPassword: ${made.password}` : ''}`;
    },
  },
  promote: {
    takes: ['USER'],
    flags: [],
    async run(means, [name = '']) {
      const { user, changed } = await setAdmin(means, name, true);
      if (changed) report(means, 'user.role', user);
      return `${nameOf(user)} is ${changed ? 'now' : 'already'} an administrator.`;
    },
  },
  demote: {
    takes: ['USER'],
    flags: [],
    async run(means, [name = '']) {
      const { user, changed } = await setAdmin(means, name, false);
      if (changed) report(means, 'user.role', user);
      return `${nameOf(user)} is ${changed ? 'no longer' : 'not'} an administrator.`;
    },
  },
  'reset-password': {
    takes: ['USER'],
    flags: ['password-stdin'],
    async run(means, [name = ''], options) {
      const given = await options.password();
      const { user, password } = await resetPassword(means, name, given);
      report(means, 'user.password', user);
      const told = given === undefined ? `\nPassword: ${password}` : '';
      return `${nameOf(user)} has a new password and is signed out everywhere.${told}`;
    },
  },
  delete: {
    takes: ['USER'],
    flags: [],
    async run(means, [name = '']) {
      const user = await deleteByName(means, name);
      await removePicturesOf(means, user.id);
      report(means, 'user.delete', user);
      return `${nameOf(user)} is deleted.`;
    },
  },
};

/** Runs one command. Gives the exit code: 0 done, 1 refused or failed, 2 called wrongly. Never throws. */
export async function runUserCommand(
  argv: readonly string[],
  terminal: Terminal,
): Promise<0 | 1 | 2> {
  try {
    const call = parse(argv, terminal);
    if (call === 'help') terminal.out(USAGE);
    else terminal.out(`${await withMeans(terminal, call)}\n`);
    return 0;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (!(error instanceof UsageError)) {
      const expected = error instanceof ApiError || error instanceof EnvError;
      terminal.err(`${expected ? message : `The command has failed: ${message}`}\n`);
      return 1;
    }
    terminal.err(`${message}\n\n${USAGE}`);
    return 2;
  }
}

function parse(argv: readonly string[], terminal: Terminal) {
  const { values, positionals } = read(argv);
  const [name = '', ...args] = positionals;
  if (values.help || name === 'help') return 'help';
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(name === '' ? 'Which command?' : `There is no "${name}".`);
  if (args.length !== command.takes.length) {
    throw new UsageError(`"${name}" takes ${command.takes.join(' ') || 'nothing more'}.`);
  }
  const foreign = Object.keys(values).find((flag) => !command.flags.includes(flag));
  if (foreign) throw new UsageError(`"${name}" has no --${foreign}.`);
  const options: Options = {
    admin: values.admin === true,
    async password() {
      if (!values['password-stdin']) return undefined;
      // The end of the line is no part of it: `echo`, and the key of whoever types it, add one.
      return (await terminal.readStdin()).replace(/\r?\n$/, '');
    },
  };
  return (means: Means) => command.run(means, args, options);
}

function read(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        admin: { type: 'boolean' },
        'password-stdin': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function withMeans(
  terminal: Terminal,
  work: (means: Means) => Promise<string>,
): Promise<string> {
  const env = loadEnv(terminal.env);
  const file = env.databaseUrl.startsWith('file:') ? env.databaseUrl.slice('file:'.length) : '';
  // Opening would make an empty one, where somebody has only mistyped the folder.
  if (file !== '' && !existsSync(file.startsWith('//') ? fileURLToPath(env.databaseUrl) : file)) {
    throw new EnvError(
      `There is no database at ${file} yet. Start the site once (npm start), or set DATA_DIR.`,
    );
  }
  const token = env.databaseAuthToken === undefined ? {} : { authToken: env.databaseAuthToken };
  const database = await openDatabase(env.databaseUrl, token);
  try {
    await database.migrate();
    const log = createLogger(terminal.log ? env.logLevel : 'silent', terminal.log);
    return await work({ env, database, now: () => new Date(), log, siteName: site.name });
  } finally {
    await database.close();
  }
}

/** Writes an entry to the security log, as the server does (api/http/security-log.ts). */
function report({ log }: Means, event: SecurityEvent, { id }: UserRow): void {
  log.info({ event, address: 'terminal', userId: id }, 'security');
}

async function list({ database }: Means): Promise<string> {
  const users: UserRow[] = [];
  for (let startIndex = 0; ; startIndex += PAGE) {
    const page = await listUsers(database.read, { startIndex, limit: PAGE });
    users.push(...page);
    if (page.length < PAGE) break;
  }
  if (users.length === 0) return 'There are no accounts yet.';
  const rows = users.map(({ username, email, isAdmin, createdAt }) => [
    username,
    email,
    isAdmin ? 'administrator' : 'user',
    createdAt.toISOString().slice(0, 10),
  ]);
  return table([['USERNAME', 'EMAIL', 'ROLE', 'JOINED'], ...rows]);
}

function table(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  return rows
    .map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

function nameOf({ username, email }: UserRow): string {
  return `${username} <${email}>`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const code = await runUserCommand(process.argv.slice(2), {
    env: process.env,
    out: (line) => void process.stdout.write(line),
    err: (line) => void process.stderr.write(line),
    readStdin: () => text(process.stdin),
    // A person reads the answer; whoever collects logs reads this.
    ...(process.stderr.isTTY ? {} : { log: process.stderr }),
  });
  // Standard input, left unread, or a pool of hashing threads would keep the process.
  process.exitCode = code;
  process.stdin.unref?.();
}
