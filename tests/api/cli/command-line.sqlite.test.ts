import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { COMPILE_CACHE } from '../../support/compile-cache.ts';
import { site } from './archives.ts';
import { testFolder } from './support.ts';

const script = (name: string) =>
  fileURLToPath(new URL(`../../../scripts/${name}.ts`, import.meta.url));

const spawnIn = (dataDir: string, name: string, args: readonly string[]) =>
  spawn(process.execPath, [script(name), ...args], {
    env: { DATA_DIR: dataDir, ...COMPILE_CACHE },
  });

/** Runs a command with an empty DATA_DIR, which must stay empty. */
async function run(name: string, args: string[]) {
  const DATA_DIR = await testFolder();
  const child = spawnIn(DATA_DIR, name, args);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  expect(await readdir(DATA_DIR), `left behind by ${name} ${args.join(' ')}`).toEqual([]);
  return { name, code, out, err };
}

const COMMANDS = [
  ...['backup', 'restore', 'export', 'import', 'user'],
  ...['site-pictures', 'site-settings', 'site-sync'],
];
const TOOLS = ['start', 'dev', 'build', 'check'];

it.each([
  ['--help', [...COMMANDS, ...TOOLS]],
  ['-h', ['backup', 'user']],
])('%s prints the usage of every command and exits with 0', async (option, names) => {
  for (const { name, code, out, err } of await Promise.all(names.map((n) => run(n, [option])))) {
    expect([name, code, err]).toEqual([name, 0, '']);
    expect(out).toMatch(/^Usage: npm /);
  }
});

it('an unknown option or a missing argument prints an error and the usage, and exits with 2', {
  tags: 'long',
}, async () => {
  const wrong = [...COMMANDS, 'start'].map((name) => run(name, ['--nonsense']));
  for (const { name, code, out, err } of await Promise.all(wrong)) {
    expect([name, code, out]).toEqual([name, 2, '']);
    expect(err).toMatch(/^Unknown option '--nonsense'\.?\n\nUsage: npm /);
  }
  const missing = ['backup', 'restore', 'export', 'import'].map((name) => run(name, []));
  for (const { name, code, err } of await Promise.all([...missing, run('site-settings', [])])) {
    expect([name, code, err]).toEqual([name, 2, expect.stringMatching(/missing.*\n\nUsage: npm /)]);
  }
});

it('a failure is one line, and exits with 1', async () => {
  const failing = [
    run('backup', ['/nowhere/backup.tar.gz']),
    run('restore', ['/nowhere/backup.tar.gz']),
    run('export', ['/nowhere/export.json']),
    run('import', ['/nowhere/export.json']),
    run('user', ['list']),
    run('site-settings', ['--show']),
  ];
  for (const { name, code, out, err } of await Promise.all(failing)) {
    expect([name, code, out, err]).toEqual([name, 1, '', expect.stringMatching(/^[^\n]+\n$/)]);
  }
});

it('a command continues silently when the program that reads its output ends early, like head', {
  tags: 'long',
}, async () => {
  const { env, file } = await site();
  for (const [name, ...args] of [
    ['backup', file],
    ['user', 'list'],
  ] as const) {
    const child = spawnIn(env.dataDir, name, args);
    child.stdout.destroy();
    const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([name, code, err]).toEqual([name, 0, expect.not.stringContaining('EPIPE')]);
  }
  expect(existsSync(file)).toBe(true);
});
