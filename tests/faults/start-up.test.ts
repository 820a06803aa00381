import { spawnSync } from 'node:child_process';
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
import { isFullRun } from '../support/full-run.ts';
import { type Started, startProcess } from './support/process.ts';

const ADMINISTRATOR = /^Administrator: (\S+), password: (\S+)$/gm;

let folder: string;
let port: number;

beforeAll(async () => {
  // Otherwise the first test would build while the others wait.
  await ensureBuild();
  folder = await mkdtemp(join(tmpdir(), 'inkwell-start-'));
  port = await freePort();
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

/** Starts the product with only the given environment variables. */
const start = (env: Record<string, string>) =>
  startProcess({ PORT: String(port), DATA_DIR: join(folder, 'data'), ...env });

async function stop({ child, ended }: Started, signal: NodeJS.Signals = 'SIGTERM') {
  child.kill(signal);
  return ended;
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Expects exit code 1 and a single line that starts with the name of the bad setting. */
async function expectRefusal(env: Record<string, string>, line: RegExp) {
  const { code, stderr } = await start(env).ended;
  expect(stderr).toMatch(line);
  expect(stderr.trimEnd().split('\n'), 'one line').toHaveLength(1);
  expect(code).toBe(1);
}

async function expectNothingCreated(env: Record<string, string>, line: RegExp) {
  await expectRefusal(env, line);
  expect(await exists(join(folder, 'data')), 'no data folder created').toBe(false);
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

/** `loadEnv` rejects each of these (tests/api/env). Here, the whole process must report it. */
const BAD: [string, Record<string, string>][] = [
  ['PORT', { PORT: 'http' }],
  ['PORT', { PORT: '70000' }],
  ['HOST', { HOST: 'no.such.host.invalid' }],
  ['SITE_URL', { SITE_URL: 'blog.example.com' }],
  ['SITE_URL', { SITE_URL: 'https://example.com/blog' }],
  ['DATABASE_URL', { DATABASE_URL: 'libsql://db.example.com' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://db.example.com/blog' }],
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

describe('an invalid variable is named in the error, and no file is created', () => {
  it.each(isFullRun ? BAD : BAD.slice(0, 3))('%s: %j', async (name, env) => {
    await expectNothingCreated(env, new RegExp(`^${name}\\b`));
  });

  it('several invalid variables get one line each', async () => {
    const { code, stderr } = await start({ PORT: '-1', SEED: 'x', LOG_LEVEL: 'y' }).ended;
    expect(code).toBe(1);
    expect(
      stderr
        .trimEnd()
        .split('\n')
        .map((line) => line.split(':')[0]),
    ).toEqual(['PORT', 'SEED', 'LOG_LEVEL']);
  });

  it('all missing S3 variables are reported together', async () => {
    const { code, stderr } = await start({ STORAGE: 's3' }).ended;
    expect(code).toBe(1);
    const names = stderr
      .trimEnd()
      .split('\n')
      .map((line) => line.split(':')[0]);
    expect(names).toEqual(Object.keys(S3).slice(1));
  });
});

describe('an unusable database', () => {
  it('an unusable database is named in the error when its folder is missing', async () => {
    const url = `file:${join(folder, 'missing', 'blog.db')}`;
    await expectNothingCreated({ DATABASE_URL: url }, /^DATABASE_URL: cannot open .*blog\.db/);
  });

  it("an unusable database is named in the error and left unchanged when the file isn't a database", async () => {
    const file = join(folder, 'letter.txt');
    const text = 'Dear reader, this is a letter and not a database. '.repeat(200);
    await writeFile(file, text);
    await expectNothingCreated({ DATABASE_URL: `file:${file}` }, /^DATABASE_URL: .*not a database/);
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it("an unusable database is named in the error when its server doesn't respond", async () => {
    const url = `postgres://inkwell:secret@127.0.0.1:${await freePort()}/blog`;
    await expectNothingCreated({ DATABASE_URL: url }, /^DATABASE_URL: (?!.*secret).*ECONNREFUSED/);
  });
});

describe('an unusable data folder', () => {
  it('an unusable data folder is named in the error when a file has its path', async () => {
    const file = join(folder, 'occupied');
    await writeFile(file, 'mine');
    await expectRefusal({ DATA_DIR: file }, /^DATA_DIR: cannot write to .*occupied/);
    expect(await readFile(file, 'utf8')).toBe('mine');
  });

  it.runIf(process.platform === 'linux')(
    "is named in the error when it can't be created",
    async () => {
      await expectRefusal({ DATA_DIR: '/proc/inkwell/data' }, /^DATA_DIR: cannot write to \/proc/);
    },
  );
});

/** Mounts a small disk with these options (root on Linux only). Unmounted after the test. */
async function mountDisk(name: string, options: string): Promise<string> {
  const place = join(folder, name);
  await mkdir(place);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', place]);
  if (mounted.status !== 0) throw new Error(mounted.stderr.toString());
  onTestFinished(() => {
    spawnSync('umount', [place]);
  });
  return place;
}

/** Returns whether the tests can mount a disk here. If not, the disk tests are skipped. */
function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
}

describe.runIf(canMount())('a small or read-only disk', () => {
  it('a read-only disk is named in the error', { tags: 'long' }, async () => {
    const place = await mountDisk('read-only', 'size=1m,ro');
    await expectRefusal({ DATA_DIR: place }, /^DATA_DIR: cannot write to .*read-only/);
    await expectRefusal({ DATA_DIR: join(place, 'data') }, /^DATA_DIR: .*read-only/);
  });

  it('a disk that is full before calls are answered is named in the error, and the new folder is removed', async () => {
    const place = await mountDisk('full-1m', 'size=1m');
    await expectRefusal({ DATA_DIR: join(place, 'data') }, /^DATA_DIR: no space is left/);
    expect(await readdir(place)).toEqual([]);
  });

  it('a disk that fills up while pages are rendering is named in the error, and the data stays', {
    tags: 'long',
  }, async () => {
    const place = await mountDisk('full-16m', 'size=16m');
    await expectRefusal({ DATA_DIR: join(place, 'data') }, /^DATA_DIR: no space is left/);
    // Someone may have signed in by then.
    expect(await readdir(join(place, 'data'))).toContain('blog.db');
    expect(await exists(join(place, 'data', 'site')), 'no incomplete site').toBe(false);
  });

  it('a start succeeds once a full disk has space again', { tags: 'long' }, async () => {
    const place = await mountDisk('small', 'size=10m');
    await expectRefusal({ DATA_DIR: place }, /^DATA_DIR: no space is left/);
    expect(await exists(join(place, 'site')), 'no incomplete site').toBe(false);
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
      const status = async () => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
      await expect.poll(status, { message: path }).toBe(200);
    }
    expect((await stop(server)).code).toBe(0);
  });
});

describe('a second server', () => {
  it('a second server on a port in use exits before creating any file', async () => {
    const other: Server = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    await expectNothingCreated({}, /^PORT: \d+ on 127\.0\.0\.1 is taken/);
    await new Promise((closed) => other.close(closed));
  });

  it('a second server on the same data folder exits, and the first keeps running', async () => {
    const first = await startServer();
    onTestFinished(() => first.stop());
    await expectRefusal({ DATA_DIR: first.dataDir }, /^DATA_DIR: another Inkwell is running on /);
    expect((await fetch(`${first.url}/`)).status).toBe(200);
  });
});

describe('starts and stops', () => {
  const dataDir = () => join(folder, 'life');
  const stateOf = async () => {
    const files = ['site/index.html', 'site/.release.json', 'site/rss.xml'];
    const times = await Promise.all(
      files.map(async (file) => (await stat(join(dataDir(), file))).mtimeMs),
    );
    // A build would change the build folder.
    const build = await stat(fileURLToPath(new URL('../../dist', import.meta.url)));
    return [...times, build.mtimeMs];
  };

  it('prints the administrator password, renders, and seeds only on the first start', {
    tags: 'long',
  }, async () => {
    const first = start({ DATA_DIR: dataDir() });
    await first.says('Inkwell is at');
    const signIns = [...first.stdout().matchAll(ADMINISTRATOR)];
    expect(signIns).toHaveLength(1);
    const [, email, password] = signIns[0] ?? [];
    expect(email).toBe('admin@example.com');
    expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);
    const signIn = () =>
      fetch(`http://127.0.0.1:${port}/api/auth/signin`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
    expect((await signIn()).status).toBe(200);
    await first.says('All pages are published');
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

  it('finishes the current response before it stops', async () => {
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
    // Once a later request has a response, the server has received this one.
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

  it('stops even when its output pipe is closed', { tags: 'long' }, async () => {
    const server = start({ DATA_DIR: dataDir(), LOG_LEVEL: 'info' });
    await server.says('Inkwell is at');
    server.child.stdout?.destroy();
    server.child.stderr?.destroy();
    expect((await stop(server)).code).toBe(0);
  });

  it('stops cleanly while it is still starting', { tags: 'long' }, async () => {
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
