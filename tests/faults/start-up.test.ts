import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ensureBuild } from '../../scripts/build.ts';
import { freePort, startServer } from '../e2e/support/server.ts';
import { isLong } from './support/length.ts';

const START = fileURLToPath(new URL('../../scripts/start.ts', import.meta.url));
const ADMINISTRATOR = /^Administrator: (\S+), password: (\S+)$/gm;

let folder: string;
let port: number;

beforeAll(async () => {
  // Else the first test would build, and the others would wait for it.
  await ensureBuild();
  folder = await mkdtemp(join(tmpdir(), 'inkwell-start-'));
  port = await freePort();
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

interface Started {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Waits until the line is printed; fails when the process ends before. */
  says(text: string): Promise<void>;
  ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

/** Starts the product with nothing in its environment but what is given. */
function start(env: Record<string, string>): Started {
  const child = spawn(process.execPath, [START], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'silent',
      ...env,
    },
  });
  const out = { stdout: '', stderr: '' };
  const heard: (() => void)[] = [];
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.on('data', (chunk: Buffer) => {
      out[name] += chunk.toString();
      for (const listener of heard) listener();
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...out }));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    child,
    ended,
    stdout: () => out.stdout,
    stderr: () => out.stderr,
    says: (text) =>
      new Promise((resolve, reject) => {
        const look = () => out.stdout.includes(text) && resolve();
        heard.push(look);
        look();
        void ended.then((end) => reject(new Error(`It ended: ${JSON.stringify(end)}`)));
      }),
  };
}

async function stop({ child, ended }: Started, signal: NodeJS.Signals = 'SIGTERM') {
  child.kill(signal);
  return ended;
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** The start fails as it should: one line that begins with the name of what is wrong, exit code 1. */
async function expectRefusal(env: Record<string, string>, line: RegExp) {
  const { code, stderr } = await start(env).ended;
  expect(stderr).toMatch(line);
  expect(stderr.trimEnd().split('\n'), 'one line').toHaveLength(1);
  expect(code).toBe(1);
}

async function expectNothingMade(env: Record<string, string>, line: RegExp) {
  await expectRefusal(env, line);
  expect(await isThere(join(folder, 'data')), 'nothing made').toBe(false);
}

const S3 = {
  STORAGE: 's3',
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_REGION: 'local',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
  S3_PUBLIC_URL: 'http://127.0.0.1:9/pictures',
};

/** Every one of them is refused by `loadEnv` (tests/api/env); here the whole process says so. */
const BAD: [string, Record<string, string>][] = [
  ['PORT', { PORT: 'http' }],
  ['PORT', { PORT: '70000' }],
  ['HOST', { HOST: 'no.such.host.invalid' }],
  ['SITE_URL', { SITE_URL: 'blog.example.com' }],
  ['SITE_URL', { SITE_URL: 'https://example.com/blog' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://db.example.com/blog' }],
  ['ADMIN_EMAIL', { ADMIN_EMAIL: 'nobody' }],
  ['ADMIN_PASSWORD', { ADMIN_PASSWORD: 'short' }],
  ['ADMIN_USERNAME', { ADMIN_USERNAME: 'a b' }],
  ['SEED', { SEED: 'sample' }],
  ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'id' }],
  ['GOOGLE_CLIENT_ID', { GOOGLE_CLIENT_SECRET: 'secret' }],
  ['GOOGLE_ISSUER', { GOOGLE_ISSUER: 'http://accounts.example.com' }],
  ['STORAGE', { STORAGE: 'ftp' }],
  ['S3_BUCKET', { ...S3, S3_BUCKET: '' }],
  ['FRESH_SESSION_SECONDS', { FRESH_SESSION_SECONDS: '0' }],
  ['UPLOAD_QUOTA', { UPLOAD_QUOTA: 'member=much' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'yes' }],
  ['RATE_LIMITS', { RATE_LIMITS: 'comments=many' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
];

describe('a bad variable is named, and nothing is made', () => {
  it.each(isLong ? BAD : BAD.slice(0, 3))('%s: %j', async (name, env) => {
    await expectNothingMade(env, new RegExp(`^${name}\\b`));
  });

  it('several at once, a line each', async () => {
    const { code, stderr } = await start({ PORT: '-1', SEED: 'x', LOG_LEVEL: 'y' }).ended;
    expect(code).toBe(1);
    expect(
      stderr
        .trimEnd()
        .split('\n')
        .map((line) => line.split(':')[0]),
    ).toEqual(['PORT', 'SEED', 'LOG_LEVEL']);
  });

  it('all the missing ones of S3 at once', async () => {
    const { code, stderr } = await start({ STORAGE: 's3' }).ended;
    expect(code).toBe(1);
    const names = stderr
      .trimEnd()
      .split('\n')
      .map((line) => line.split(':')[0]);
    expect(names).toEqual(Object.keys(S3).slice(1));
  });
});

describe('a database that cannot be used', () => {
  it('is named when its folder is not there', async () => {
    const url = `file:${join(folder, 'missing', 'blog.db')}`;
    await expectNothingMade({ DATABASE_URL: url }, /^DATABASE_URL: cannot open .*blog\.db/);
  });

  it('is named, and left as it is, when it is no database', async () => {
    const file = join(folder, 'letter.txt');
    const text = 'Dear reader, this is a letter and not a database. '.repeat(200);
    await writeFile(file, text);
    await expectNothingMade({ DATABASE_URL: `file:${file}` }, /^DATABASE_URL: .*not a database/);
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it('is named when its server does not answer', async () => {
    await expectNothingMade(
      { DATABASE_URL: `http://127.0.0.1:${await freePort()}` },
      /^DATABASE_URL: .*ECONNREFUSED/,
    );
  });
});

describe('a data folder that cannot be used', () => {
  it('is named when a file is in its place', async () => {
    const file = join(folder, 'occupied');
    await writeFile(file, 'mine');
    await expectRefusal({ DATA_DIR: file }, /^DATA_DIR: cannot write to .*occupied/);
    expect(await readFile(file, 'utf8')).toBe('mine');
  });

  it.runIf(process.platform === 'linux')('is named where no folder can be made', async () => {
    await expectRefusal({ DATA_DIR: '/proc/inkwell/data' }, /^DATA_DIR: cannot write to \/proc/);
  });
});

/** A place of this many bytes, where the tests may mount one (root on Linux); gone at the end. */
async function mountPlace(name: string, options: string): Promise<string> {
  const place = join(folder, name);
  await mkdir(place);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', place]);
  if (mounted.status !== 0) throw new Error(mounted.stderr.toString());
  onTestFinished(() => {
    spawnSync('umount', [place]);
  });
  return place;
}

/** Whether this machine lets the tests mount something; on others the disks are not tested. */
function mayMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
}

describe.runIf(mayMount())('a disk', () => {
  it('that is read-only is named', async () => {
    const place = await mountPlace('read-only', 'size=1m,ro');
    await expectRefusal({ DATA_DIR: place }, /^DATA_DIR: cannot write to .*read-only/);
    await expectRefusal({ DATA_DIR: join(place, 'data') }, /^DATA_DIR: .*read-only/);
  });

  it.each([
    ['before the demo pictures are there', '1m'],
    ['while pages are rendered', '9m'],
  ])('that is full %s is named, and a new folder is taken away again', async (_when, size) => {
    const place = await mountPlace(`full-${size}`, `size=${size}`);
    await expectRefusal({ DATA_DIR: join(place, 'data') }, /^DATA_DIR: no space is left/);
    expect(await readdir(place)).toEqual([]);
  });

  it('that was full is no harm once there is space', async () => {
    const place = await mountPlace('small', 'size=9m');
    await expectRefusal({ DATA_DIR: place }, /^DATA_DIR: no space is left/);
    expect(await isThere(join(place, 'site')), 'no site with holes').toBe(false);
    spawnSync('mount', ['-o', 'remount,size=200m', place]);
    const server = start({ DATA_DIR: place });
    await server.says('Inkwell is at');
    const answer = await fetch(`http://127.0.0.1:${port}/api/post/getposts?limit=1`);
    const { posts, totalPosts } = (await answer.json()) as {
      posts: { slug: string; image: string }[];
      totalPosts: number;
    };
    expect(totalPosts).toBeGreaterThanOrEqual(14);
    for (const path of [`/post/${posts[0]?.slug}`, posts[0]?.image ?? '']) {
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status, path).toBe(200);
    }
    expect((await stop(server)).code).toBe(0);
  });
});

describe('a second one', () => {
  it('on a taken port is refused before anything is made', async () => {
    const other: Server = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    await expectNothingMade({}, /^PORT: \d+ on 127\.0\.0\.1 is taken/);
    await new Promise((closed) => other.close(closed));
  });

  it('on the same data folder is refused, and the first goes on', async () => {
    const first = await startServer();
    onTestFinished(() => first.stop());
    await expectRefusal({ DATA_DIR: first.dataDir }, /^DATA_DIR: another Inkwell is running on /);
    expect((await fetch(`${first.url}/`)).status).toBe(200);
  });
});

describe('from the first start to the last', () => {
  const dataDir = () => join(folder, 'life');
  const stateOf = async () => {
    const files = ['site/index.html', 'site/.release.json', 'site/rss.xml'];
    const times = await Promise.all(
      files.map(async (file) => (await stat(join(dataDir(), file))).mtimeMs),
    );
    // A build would change the folder of builds.
    const build = await stat(fileURLToPath(new URL('../../dist', import.meta.url)));
    return [...times, build.mtimeMs];
  };

  it('prints the administrator once, renders once, seeds once', async () => {
    const first = start({ DATA_DIR: dataDir() });
    await first.says('Inkwell is at');
    const signIns = [...first.stdout().matchAll(ADMINISTRATOR)];
    expect(signIns).toHaveLength(1);
    const [, email, password] = signIns[0] ?? [];
    expect(email).toBe('admin@example.com');
    const signIn = () =>
      fetch(`http://127.0.0.1:${port}/api/auth/signin`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
    expect((await signIn()).status).toBe(200);
    expect((await stop(first)).code).toBe(0);
    const before = await stateOf();

    const second = start({ DATA_DIR: dataDir() });
    await second.says('Inkwell is at');
    expect(second.stdout()).toMatch(/^Inkwell is at \S+\s*$/);
    expect(second.stderr()).toBe('');
    expect(await stateOf()).toEqual(before);
    expect((await signIn()).status).toBe(200);
    expect((await stop(second, 'SIGINT')).code).toBe(0);
  });

  it('finishes the answer that it is giving when it is told to stop', async () => {
    const server = start({ DATA_DIR: dataDir() });
    await server.says('Inkwell is at');
    const body = JSON.stringify({ email: 'reader@example.com', password: 'not the password' });
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString();
    });
    socket.write(
      'POST /api/auth/signin HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n' +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    );
    // The server has the request once a later one has been answered.
    await (await fetch(`http://127.0.0.1:${port}/api/health`)).text();
    server.child.kill('SIGTERM');
    await expectRefused(port);
    socket.write(body.slice(10));
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toContain('Invalid email or password.');
    expect((await server.ended).code).toBe(0);
    expect(await readdir(dataDir())).not.toContain('blog.db-wal');
  });

  it('stops though nobody reads what it prints any more', async () => {
    const server = start({ DATA_DIR: dataDir(), LOG_LEVEL: 'info' });
    await server.says('Inkwell is at');
    server.child.stdout?.destroy();
    server.child.stderr?.destroy();
    expect((await stop(server)).code).toBe(0);
  });

  it('stops in peace while it is still starting', async () => {
    const fresh = join(folder, 'interrupted');
    const server = start({ DATA_DIR: fresh });
    await server.says('Rendering pages');
    const { code, stderr } = await stop(server);
    expect([code, stderr]).toEqual([0, '']);
    const again = start({ DATA_DIR: fresh });
    await again.says('Inkwell is at');
    expect(again.stdout()).not.toContain('Demo content');
    expect((await stop(again)).code).toBe(0);
  });
});

/** Waits until new connections are refused. */
async function expectRefused(at: number): Promise<void> {
  for (;;) {
    const socket = connect(at, '127.0.0.1');
    const refused = await new Promise((resolve) => {
      socket.once('connect', () => resolve(false));
      socket.once('error', () => resolve(true));
    });
    socket.destroy();
    if (refused) return;
    await new Promise((wait) => setTimeout(wait, 20));
  }
}
