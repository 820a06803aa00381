import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSessions } from '../../../api/access/sessions.ts';
import { verifyPassword } from '../../../api/passwords/password-hash.ts';
import { runUserCommand } from '../../../cli/user.ts';
import { engine } from '../../../db/engine.ts';
import { listUserSessions } from '../../../db/queries/sessions.ts';
import { findUserByEmail, type UserRow } from '../../../db/queries/users.ts';
import { makeAccount, PASSWORD, type TestApp, testApp } from '../../support/app.ts';
import { makeComment, makePost } from '../../support/database.ts';

let t: TestApp;
let admin: UserRow;
let reader: UserRow;

beforeEach(async () => {
  t = await testApp();
  admin = await makeAccount(t.database, {
    username: 'owner',
    email: 'owner@example.com',
    role: 'administrator',
  });
  reader = await makeAccount(t.database, { username: 'Reader', email: 'reader@example.com' });
});

/** Runs the command on the database of the test, while the app uses it. */
async function run(line: string, stdin = '', env: Record<string, string> = {}) {
  let out = '';
  let err = '';
  const code = await runUserCommand(line.split(' ').filter(Boolean), {
    env: { DATA_DIR: t.database.folder, DATABASE_URL: t.database.url, ...env },
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    readStdin: async () => stdin,
  });
  return { code, out, err };
}

const find = (email: string) => findUserByEmail(t.database.read, email);
const sessionsOf = (user: UserRow) => listUserSessions(t.database.read, user.id);
const passwordIn = (out: string) => /^Password: (\S+)$/m.exec(out)?.[1] ?? '';
const signInWith = (email: string, password: string) =>
  t.call('POST /api/auth/signin', { json: { email, password } });

describe('with wrong arguments', () => {
  it.each([
    ['', 'No command given.'],
    ['rename reader', 'Unknown command "rename".'],
    ['constructor', 'Unknown command "constructor".'],
    ['create ada', '"create" needs USERNAME EMAIL.'],
    ['delete', '"delete" needs USER.'],
    ['list all', '"list" takes no arguments.'],
    ['promote reader --admin', '"promote" has no option --admin.'],
    ['create ada ada@example.com --password secret', "Unknown option '--password'"],
  ])('"%s" prints the usage to stderr and exits with 2', async (line, message) => {
    const { code, out, err } = await run(line);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
    expect(err).toContain('Usage: npm run user -- COMMAND');
  });

  it('--help prints the usage', async () => {
    const { code, out, err } = await run('--help');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('Usage:');
  });

  it('does not create a database', async () => {
    const folder = join(t.database.folder, 'mistyped');
    const { code, err } = await run('list', '', {
      DATA_DIR: folder,
      DATABASE_URL: engine === 'sqlite' ? '' : t.database.url.replace(/test_/, 'mistyped_'),
    });
    expect(code).toBe(1);
    expect(err).toMatch(/There is no database at|database "mistyped_.*" does not exist/);
    expect(existsSync(folder)).toBe(false);
  });

  it('names an invalid environment variable', async () => {
    const { code, err } = await run('list', '', { PORT: 'x' });
    expect(code).toBe(1);
    expect(err).toContain('PORT:');
  });
});

it('list shows all accounts, without secrets', async () => {
  const { code, out } = await run('list');
  expect(code).toBe(0);
  const [head = '', ...rows] = out.trimEnd().split('\n');
  expect(head.split(/\s+/)).toEqual(['USERNAME', 'EMAIL', 'ROLE', 'JOINED']);
  expect(rows).toHaveLength(2);
  expect(rows.some((row) => /^owner +owner@example\.com +administrator +\d{4}-/.test(row))).toBe(
    true,
  );
  expect(rows.some((row) => /^Reader +reader@example\.com +reader +\d{4}-/.test(row))).toBe(true);
  expect(out).not.toContain('argon2');
});

describe('create', () => {
  it('npm run user -- create makes an account that can sign in with the printed password', async () => {
    const { code, out } = await run('create ada Ada@Example.com');
    expect(code).toBe(0);
    const password = passwordIn(out);
    expect(password.length).toBeGreaterThanOrEqual(16);
    const { status, body } = await signInWith('ada@example.com', password);
    expect([status, body.user.username, body.user.isAdmin]).toEqual([200, 'ada', false]);
  });

  it('npm run user -- create makes an administrator with --admin', async () => {
    await run('create ada ada@example.com --admin');
    expect((await find('ada@example.com'))?.isAdmin).toBe(true);
  });

  it('npm run user -- create reads the password from standard input and does not print it', async () => {
    const { code, out } = await run(
      'create ada ada@example.com --password-stdin',
      'a phrase of mine\n',
    );
    expect(code).toBe(0);
    expect(out).not.toContain('a phrase of mine');
    expect((await signInWith('ada@example.com', 'a phrase of mine')).status).toBe(200);
  });

  it.each([
    ['create READER new@example.com', '', 'Username is already taken.'],
    ['create ada READER@example.com', '', 'Email is already in use.'],
    ['create x ada@example.com', '', 'Username must be 3 to 30 characters long'],
    ['create ada nonsense', '', 'Email is not a valid address.'],
    ['create ada ada@example.com --password-stdin', 'short\n', 'at least 8 characters'],
    ['create ada ada@example.com --password-stdin', '', 'at least 8 characters'],
    ['create ada ada@example.com --password-stdin', 'password123\n', 'most common'],
    ['create ada ada@example.com --password-stdin', 'ends with a space \n', 'a space'],
  ])('%s (%j) prints the reason and exits with 1', async (line, stdin, message) => {
    const { code, out, err } = await run(line, stdin);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(message);
    expect(err).not.toContain('Usage');
    expect(await find('ada@example.com')).toBeUndefined();
  });
});

describe('promote and demote', () => {
  it('work by username and email, in any case, and take effect at once', async () => {
    const asAdmin = () => t.call('GET /api/user/getusers', { as: reader });
    expect((await run('promote rEADER')).out).toContain('is now an administrator');
    expect((await asAdmin()).status).toBe(200);
    expect((await run('promote reader')).out).toContain('is already an administrator');
    expect((await run('demote READER@example.com')).out).toContain('is now a reader');
    expect((await asAdmin()).status).toBe(403);
  });

  it('demote refuses the last administrator', async () => {
    const { code, err } = await run('demote owner');
    expect([code, err]).toEqual([1, 'The last administrator cannot be demoted.\n']);
    expect((await find('owner@example.com'))?.isAdmin).toBe(true);
  });

  it('report an unknown user', async () => {
    for (const command of ['promote', 'demote', 'reset-password', 'delete']) {
      expect(await run(`${command} nobody`)).toEqual({
        code: 1,
        out: '',
        err: 'There is no user "nobody".\n',
      });
    }
  });
});

describe('reset-password', () => {
  it('prints a new password, ends all sessions and invalidates the old password', async () => {
    await t.database.transaction((tx) => createSessions(t.services).begin(tx, reader.id));
    const { code, out } = await run('reset-password reader');
    expect(code).toBe(0);
    expect(await sessionsOf(reader)).toEqual([]);
    expect((await signInWith(reader.email, PASSWORD)).status).toBe(401);
    expect((await signInWith(reader.email, passwordIn(out))).status).toBe(200);
  });

  it('reads a password from standard input, and changes nothing if it is invalid', async () => {
    await t.database.transaction((tx) => createSessions(t.services).begin(tx, reader.id));
    expect((await run('reset-password reader --password-stdin', 'short')).code).toBe(1);
    expect(await sessionsOf(reader)).toHaveLength(1);
    expect((await run('reset-password reader --password-stdin', 'another phrase\r\n')).code).toBe(
      0,
    );
    const hash = (await find(reader.email))?.passwordHash ?? null;
    expect(await verifyPassword(hash, 'another phrase')).toBe(true);
  });
});

describe('delete', () => {
  it('deletes the account with its sessions, comments and likes', async () => {
    const post = await makePost(t.database, { userId: admin.id });
    const own = await makeComment(t.database, { postId: post.id, userId: reader.id });
    const other = await makeComment(t.database, { postId: post.id, userId: admin.id });
    await t.call(`PUT /api/comment/likeComment/${other.id}`, { as: reader });
    expect((await run('delete reader')).code).toBe(0);
    expect(await find(reader.email)).toBeUndefined();
    expect(await sessionsOf(reader)).toEqual([]);
    const { body } = await t.call(`GET /api/comment/getPostComments/${post.id}`);
    expect(body.map((comment: { _id: string }) => comment._id)).toEqual([other.id]);
    expect(body[0].likes).toEqual([]);
    expect(own.id).not.toBe(other.id);
  });

  it('refuses the last administrator, and only the last', async () => {
    const { code, err } = await run('delete owner@example.com');
    expect([code, err]).toEqual([1, 'The last administrator cannot be deleted.\n']);
    await run('promote reader');
    expect((await run('delete owner')).code).toBe(0);
  });
});

it('changes are in the security log, with the id and without the password', async () => {
  const lines: Record<string, unknown>[] = [];
  const commands: [string, string][] = [
    ['promote reader', ''],
    ['promote reader', ''],
    ['demote reader', ''],
    ['reset-password reader --password-stdin', 'another phrase'],
    ['delete reader', ''],
  ];
  for (const [line, stdin] of commands) {
    await runUserCommand(line.split(' '), {
      env: { DATA_DIR: t.database.folder, DATABASE_URL: t.database.url },
      out: () => undefined,
      err: () => undefined,
      readStdin: async () => stdin,
      log: { write: (text) => void lines.push(JSON.parse(text)) },
    });
  }
  expect(lines).toEqual(
    ['user.role', 'user.role', 'user.password', 'user.delete'].map((event) => ({
      level: 30,
      time: expect.any(String),
      msg: 'security',
      event,
      address: 'terminal',
      userId: reader.id,
    })),
  );
});

it.each([
  ['another OWNER phrase', 'the username'],
  ['the phrase of inkwell', 'the name of this site'],
])('refuses the password %j', async (password, what) => {
  const { code, err } = await run('reset-password owner --password-stdin', password);
  expect([code, err]).toEqual([1, `Password must not contain ${what}. Please choose another.\n`]);
});

it('the owner may use reserved names, but they must start with a letter or a digit', async () => {
  expect((await run('create support support@example.com')).code).toBe(0);
  const { code, err } = await run('create _ada ada@example.com');
  expect([code, err]).toEqual([1, 'Username must start with a letter or a digit.\n']);
});

it('npm run user passes on arguments, input and exit code', async () => {
  const command = promisify(execFile);
  const script = fileURLToPath(new URL('../../../scripts/user.ts', import.meta.url));
  const { folder, url } = t.database;
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: url };
  const listed = await command(process.execPath, [script, 'list'], { env });
  expect(listed.stdout).toContain('owner@example.com');
  const refused = command(process.execPath, [script, 'demote', 'owner'], { env });
  await expect(refused).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The last administrator'),
  });
});
