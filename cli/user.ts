import { existsSync } from 'node:fs';
import type { DestinationStream } from 'pino';
import type { SecurityEvent } from '../api/access/client.ts';
import { isSuspended } from '../api/access/suspension.ts';
import { ROLES, type Role } from '../api/contract/users.ts';
import { EnvError, loadEnv } from '../api/env.ts';
import { ApiError, rootCause } from '../api/errors.ts';
import { createLogger } from '../api/http/log.ts';
import type { Services } from '../api/services.ts';
import { removePicturesOf } from '../api/uploads/cleanup.ts';
import { openDatabase } from '../db/client.ts';
import { NewerDatabaseError } from '../db/errors.ts';
import { listUsers, type UserRow } from '../db/queries/users.ts';
import { bringUpToDate } from '../db/release.ts';
import { databaseFile } from '../db/url.ts';
import {
  createAccount,
  deleteByName,
  issueResetLink,
  liftSuspension,
  resetPassword,
  setRoleByName,
  turnSecondFactorOff,
} from './accounts.ts';
import { EXIT_CODES, parseArguments, UsageError } from './terminal.ts';

const USAGE = `Usage: npm run user -- COMMAND

  list                               list all accounts, newest first
  create USERNAME EMAIL [--admin]    create an account and print its password
  role USER ROLE                     give a user a role: reader, author, editor or administrator
  promote USER                       the same as role USER administrator
  demote USER                        the same as role USER reader
  unsuspend USER                     let a suspended user sign in again
  reset-password USER                print a new password and sign the user out everywhere
  reset-link USER                    print a link for choosing a new password
  second-factor-off USER             turn two-step verification off, after a lost phone
  delete USER                        delete the account with its comments and likes;
                                     the first administrator gets its drafts

USER is an email or a username.

Options
  --password-stdin    create, reset-password: read the password from standard input
                      instead of generating one
  --help              show this text

Set DATA_DIR or DATABASE_URL to the same value as for npm start. The server may be running.
`;

export interface Terminal {
  env: Record<string, string | undefined>;
  out(text: string): void;
  err(text: string): void;
  /** Receives the entries of the security log. Without it, there are none. */
  log?: DestinationStream;
  readStdin(): Promise<string>;
}

type Context = Pick<Services, 'env' | 'database' | 'now' | 'log'>;

interface Options {
  admin: boolean;
  /** Returns the password from standard input, or undefined without `--password-stdin`. */
  password(): Promise<string | undefined>;
}

interface Command {
  /** The arguments, as in the usage. */
  takes: string;
  flags?: string[];
  run(context: Context, args: string[], options: Options): Promise<string>;
}

const COMMANDS: Record<string, Command> = {
  list: { takes: '', run: list },
  create: {
    takes: 'USERNAME EMAIL',
    flags: ['admin', 'password-stdin'],
    async run(context, [username = '', email = ''], options) {
      const given = await options.password();
      const role = options.admin ? 'administrator' : 'reader';
      const created = await createAccount(context, { username, email, password: given, role });
      logEvent(context, 'signup', created.user);
      const what = options.admin ? 'Administrator created' : 'User created';
      return `${what}: ${nameOf(created.user)}${given === undefined ? `\nPassword: ${created.password}` : ''}`;
    },
  },
  promote: {
    takes: 'USER',
    run: (context, [name = '']) => changeRole(context, name, 'administrator'),
  },
  demote: { takes: 'USER', run: (context, [name = '']) => changeRole(context, name, 'reader') },
  role: {
    takes: 'USER ROLE',
    async run(context, [name = '', given]) {
      const role = ROLES.find((one) => one === given);
      if (role === undefined) throw new UsageError(`ROLE must be one of ${ROLES.join(', ')}.`);
      return await changeRole(context, name, role);
    },
  },
  unsuspend: {
    takes: 'USER',
    async run(context, [name = '']) {
      const { user, changed } = await liftSuspension(context, name);
      if (changed) logEvent(context, 'user.suspend', user);
      return `${nameOf(user)} ${changed ? 'can sign in again' : "isn't suspended"}.`;
    },
  },
  'reset-password': {
    takes: 'USER',
    flags: ['password-stdin'],
    async run(context, [name = ''], options) {
      const given = await options.password();
      const { user, password } = await resetPassword(context, name, given);
      logEvent(context, 'user.password', user);
      const shown = given === undefined ? `\nPassword: ${password}` : '';
      return `${nameOf(user)} has a new password and was signed out everywhere.${shown}`;
    },
  },
  'reset-link': {
    takes: 'USER',
    async run(context, [name = '']) {
      const { user, url } = await issueResetLink(context, name);
      const hint = context.env.siteUrlIsSet
        ? ''
        : '\nSet SITE_URL if the site has another address.';
      return `${nameOf(user)} can choose a new password here, once, in the next 30 minutes:\n${url}${hint}`;
    },
  },
  'second-factor-off': {
    takes: 'USER',
    async run(context, [name = '']) {
      const { user, changed } = await turnSecondFactorOff(context, name);
      if (changed) logEvent(context, 'user.second-factor', user);
      return changed
        ? `${nameOf(user)} can sign in without a code.`
        : `${nameOf(user)} has no two-step verification.`;
    },
  },
  delete: {
    takes: 'USER',
    async run(context, [name = '']) {
      const user = await deleteByName(context, name);
      await removePicturesOf(context, user.id);
      logEvent(context, 'user.delete', user);
      return `${nameOf(user)} was deleted.`;
    },
  },
};

/**
 * Runs a command. Returns the exit code (`EXIT_CODES`). Never throws.
 */
export async function runUserCommand(argv: string[], terminal: Terminal): Promise<number> {
  try {
    const call = parse(argv, terminal);
    if (call === 'help') terminal.out(USAGE);
    else terminal.out(`${await withContext(terminal, call)}\n`);
    return 0;
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof UsageError) {
      terminal.err(`${message}\n\n${USAGE}`);
      return EXIT_CODES.usage;
    }
    const isExpected = [ApiError, EnvError, NewerDatabaseError].some(
      (each) => error instanceof each,
    );
    // Drizzle's own message is the query. The cause says what to look at.
    const reason = rootCause(error as Error).message;
    terminal.err(`${isExpected ? message : `The command failed: ${reason}`}\n`);
    return EXIT_CODES.failed;
  }
}

function parse(argv: string[], terminal: Terminal) {
  const { values, positionals } = parseArguments(argv, {
    admin: { type: 'boolean' },
    'password-stdin': { type: 'boolean' },
  });
  const [name = '', ...args] = positionals;
  if (values.help || name === 'help') return 'help';
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command)
    throw new UsageError(name === '' ? 'No command given.' : `Unknown command "${name}".`);
  const { takes, flags = [] } = command;
  if (args.length !== takes.split(' ').filter(Boolean).length) {
    throw new UsageError(`"${name}" ${takes ? `needs ${takes}` : 'takes no arguments'}.`);
  }
  const foreign = Object.keys(values).find((flag) => !flags.includes(flag));
  if (foreign) throw new UsageError(`"${name}" has no option --${foreign}.`);
  const options: Options = {
    admin: values.admin === true,
    async password() {
      if (!values['password-stdin']) return undefined;
      // `echo` and the Enter key add a line break, which isn't part of the password.
      return (await terminal.readStdin()).replace(/\r?\n$/, '');
    },
  };
  return (context: Context) => command.run(context, args, options);
}

async function withContext(
  terminal: Terminal,
  work: (context: Context) => Promise<string>,
): Promise<string> {
  const env = loadEnv(terminal.env);
  const file = databaseFile(env.databaseUrl);
  // Opening would create an empty one, although the folder may just be mistyped.
  if (file !== undefined && !existsSync(file)) {
    throw new EnvError(
      `There is no database at ${file}. Start the site once (npm start), or set DATA_DIR.`,
    );
  }
  const database = await openDatabase(env.databaseUrl);
  try {
    await bringUpToDate(database);
    const log = createLogger(terminal.log ? env.logLevel : 'silent', terminal.log);
    return await work({ env, database, now: () => new Date(), log });
  } finally {
    await database.close();
  }
}

async function changeRole(context: Context, name: string, role: Role): Promise<string> {
  const { user, changed } = await setRoleByName(context, name, role);
  if (changed) logEvent(context, 'user.role', user);
  const article = /^[ae]/.test(role) ? 'an' : 'a';
  return `${nameOf(user)} is ${changed ? 'now' : 'already'} ${article} ${role}.`;
}

/** Writes to the security log, like the server (`report` in api/access/client.ts). */
function logEvent({ log }: Context, event: SecurityEvent, { id }: UserRow): void {
  log.info({ event, address: 'terminal', userId: id }, 'security');
}

async function list({ database }: Context): Promise<string> {
  const all = { startIndex: 0, limit: Number.MAX_SAFE_INTEGER };
  const users = await listUsers(database.read, all);
  if (users.length === 0) return 'There are no accounts yet.';
  const now = new Date();
  const rows = users.map(({ username, email, role, createdAt, suspendedUntil }) => [
    username,
    email,
    isSuspended({ suspendedUntil }, now) ? `${role} (suspended)` : role,
    createdAt.toISOString().slice(0, 10),
  ]);
  return table([['USERNAME', 'EMAIL', 'ROLE', 'JOINED'], ...rows]);
}

function table(rows: string[][]): string {
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
