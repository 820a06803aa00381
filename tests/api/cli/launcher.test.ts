import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildError } from '../../../scripts/build.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FILES = [
  'run.mjs',
  'child.mjs',
  'choose-node.mjs',
  'install.mjs',
  'node-package.mjs',
  'server-memory.mjs',
  'start.ts',
];
/** Root may write everywhere. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-launcher-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  return folder;
}

/**
 * A clone in which nothing is installed yet, with an npm that runs `install`, a line of JavaScript.
 */
async function clone(install: string): Promise<string> {
  const folder = await newFolder();
  for (const name of FILES) await cp(join(ROOT, 'scripts', name), join(folder, 'scripts', name));
  for (const name of ['package.json', 'package-lock.json'])
    await cp(join(ROOT, name), join(folder, name));
  const registry = `console.log('http://127.0.0.1:9/')`;
  const npm = `if (process.argv[2] === 'config') ${registry}; else { ${install} }`;
  await writeFile(join(folder, 'npm-cli.js'), npm);
  return folder;
}

async function run(file: string, args: string[], options: object = {}) {
  const child = spawn(process.execPath, [file, ...args], { stdio: 'pipe', ...options });
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stderr };
}

const start = (folder: string, { env = {}, ...options }: { env?: object } & object = {}) =>
  run(join(folder, 'scripts/run.mjs'), ['start'], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', npm_execpath: join(folder, 'npm-cli.js'), ...env },
    ...options,
  });

const lastLine = (text: string) => text.trimEnd().split('\n').at(-1);

describe('a first start that cannot install', () => {
  test.each([
    ['by the kernel', `process.kill(process.pid, 'SIGKILL')`],
    ['below a shell', 'process.exit(137)'],
  ])('says so, and what to do, when npm is killed %s', async (_how, npm) => {
    const { code, stderr } = await start(await clone(npm));
    expect(lastLine(stderr)).toMatch(
      /^The installation was killed, most likely .* out of memory\. It needs 512 MB: .*add swap/,
    );
    expect(code).toBe(137);
  });

  test('says in one sentence which folder it may not write to', async () => {
    const folder = await clone('');
    await chmod(folder, 0o555);
    const { code, stderr } = await start(folder, NOBODY);
    const [, sentence] = stderr.trimEnd().split('\n');
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
    expect(sentence).toMatch(
      /could not be installed: .*inkwell-launcher-.* cannot be written to\./,
    );
    expect(code).toBe(1);
  });

  test('names node_modules when only that is read-only', async () => {
    const folder = await clone('');
    await mkdir(join(folder, 'node_modules'), { mode: 0o555 });
    await chmod(folder, 0o777);
    const { code, stderr } = await start(folder, NOBODY);
    expect(lastLine(stderr)).toMatch(/: .*node_modules.* cannot be written to\./);
    expect(code).toBe(1);
  });

  test('says that npm is missing', async () => {
    const folder = await clone('');
    const { code, stderr } = await start(folder, { env: { PATH: folder, npm_execpath: '' } });
    expect(lastLine(stderr)).toMatch(/npm isn't in PATH\. Please install Node 24/);
    expect(code).toBe(1);
  });
});

describe('a build that cannot be written', () => {
  test.each([
    ['EACCES: permission denied, mkdir', /: \/srv\/blog\/dist cannot be written to\. Run this as/],
    [
      'EROFS: read-only file system, mkdir',
      /: \/srv\/blog\/dist cannot be written to\. Run this as/,
    ],
    [
      'ENOSPC: no space left on device, write',
      /the disk that holds \/srv\/blog\/dist is full\. Free/,
    ],
  ])('names the folder after %s', (message, sentence) => {
    const error = Object.assign(new Error(message), { path: '/srv/blog/dist' });
    expect(buildError(error).message).toMatch(sentence);
  });
});

describe('the Node that is downloaded for an old one', () => {
  /** A registry with one tarball. */
  async function registry(bytes: Buffer) {
    const tarball = gzipSync(
      await packTar([{ header: { name: 'package/bin/node', size: bytes.length }, body: bytes }]),
    );
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
    const server = createServer((_request, response) => response.end(tarball));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    return { address: `http://127.0.0.1:${port}/node.tgz`, integrity };
  }

  const download = (args: string[]) => run(join(ROOT, 'scripts/node-package.mjs'), args);

  test('the Node that is downloaded for an old one is unpacked into its folder', async () => {
    const { address, integrity } = await registry(Buffer.from('binary'));
    const folder = join(await newFolder(), 'a', 'node');
    expect(await download([address, integrity, folder])).toEqual({ code: 0, stderr: '' });
    expect(await readFile(join(folder, 'bin/node'), 'utf8')).toBe('binary');
  });

  test('the Node that is downloaded for an old one is refused when its hash is wrong, and leaves nothing behind', async () => {
    const { address } = await registry(Buffer.from('another'));
    const folder = await newFolder();
    const { code, stderr } = await download([address, 'sha512-abc', join(folder, 'node')]);
    expect(stderr).toMatch(/has the integrity sha512-/);
    expect(code).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });
});
