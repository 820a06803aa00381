import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runTool } from './steps.ts';

/**
 * `npm run test:s3`: runs tests/s3 against OpenStack Swift with its `s3api`, which checks every
 * signature. Swift runs on loopback, in a temporary folder, during the tests. Needs
 * Debian's (or Ubuntu's) package `python3-swift`, and installs it when run as root. Exits with the
 * tests' exit code, or with 2 and a clear message if Swift can't be installed.
 */

/** The system's Python, because others don't see Debian's packages. */
const PYTHON = '/usr/bin/python3';
const SERVERS = ['account', 'container', 'object', 'proxy'] as const;
const START_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 5000;

type Ports = Record<(typeof SERVERS)[number], number>;

/** An in-memory cache for `tempauth`, instead of memcached. */
const MEMORY_CACHE = `
class Cache(object):
    def __init__(self):
        self.values = {}

    def get(self, key, *args, **kwargs):
        return self.values.get(key)

    def set(self, key, value, *args, **kwargs):
        self.values[key] = value

    def delete(self, key, *args, **kwargs):
        self.values.pop(key, None)


def filter_factory(global_conf, **local_conf):
    cache = Cache()

    def wrap(app):
        def with_cache(env, start_response):
            env['swift.cache'] = cache
            return app(env, start_response)
        return with_cache
    return wrap
`;

const MAKE_RING = `
import sys
from swift.common.ring import RingBuilder
port, target = int(sys.argv[1]), sys.argv[2]
builder = RingBuilder(1, 1, 0)
builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': port, 'device': 'd1', 'weight': 1.0,
                 'replication_ip': '127.0.0.1', 'replication_port': port, 'meta': ''})
builder.rebalance()
builder.get_ring().save(target)
`;

const RUN_SERVER = `
import sys
from swift.common.utils import set_swift_dir
folder, name = sys.argv[1:3]
set_swift_dir(folder)
sys.path.insert(0, folder)
from swift.common.wsgi import run_wsgi
sys.exit(run_wsgi('%s/%s.conf' % (folder, name), name + '-server'))
`;

const SWIFT_CONF = `[swift-hash]
swift_hash_path_suffix = test
[storage-policy:0]
name = single
default = yes
`;

function common(port: number, folder: string): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${folder}
user = ${userInfo().username}
workers = 0
`;
}

function storageConf(name: string, port: number, folder: string, devices: string): string {
  return `${common(port, folder)}devices = ${devices}
mount_check = false
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`;
}

function proxyConf(port: number, folder: string): string {
  const filters = 'catch_errors gatekeeper healthcheck memory listing_formats s3api tempauth copy';
  const plain = filters
    .split(' ')
    .filter((name) => !['memory', 's3api', 'tempauth'].includes(name));
  return `${common(port, folder)}[pipeline:main]
pipeline = ${filters} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:memory]
paste.filter_factory = memory_cache:filter_factory
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
${plain.map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`).join('')}`;
}

function hasSwift(): boolean {
  return (
    spawnSync(PYTHON, ['-c', 'import swift.proxy.server, swift.common.middleware.s3api.s3api'])
      .status === 0
  );
}

function installSwift(): void {
  const how = 'Install Debian\'s package "python3-swift" and run this again';
  if (process.getuid?.() !== 0) throw new Error(`Swift is missing. ${how}.`);
  console.log('Installing python3-swift …');
  const options = {
    stdio: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const;
  spawnSync('apt-get', ['update'], options);
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'python3-swift'], options);
  if (!hasSwift()) throw new Error(`Swift is missing, and apt-get could not install it. ${how}.`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  if (typeof address !== 'object' || address === null) throw new Error('No free port');
  return address.port;
}

async function configure(root: string): Promise<{ folder: string; ports: Ports }> {
  const folder = join(root, 'etc');
  const devices = join(root, 'devices');
  await mkdir(folder);
  await mkdir(join(devices, 'd1'), { recursive: true });
  await writeFile(join(folder, 'swift.conf'), SWIFT_CONF);
  await writeFile(join(folder, 'memory_cache.py'), MEMORY_CACHE);
  const ports = { account: 0, container: 0, object: 0, proxy: 0 };
  for (const name of SERVERS) {
    const port = await freePort();
    ports[name] = port;
    const isProxy = name === 'proxy';
    const conf = isProxy ? proxyConf(port, folder) : storageConf(name, port, folder, devices);
    await writeFile(join(folder, `${name}.conf`), conf);
    if (isProxy) continue;
    const made = spawnSync(PYTHON, [
      '-c',
      MAKE_RING,
      String(port),
      join(folder, `${name}.ring.gz`),
    ]);
    if (made.status !== 0) throw new Error(`Swift's ring could not be created: ${made.stderr}`);
  }
  return { folder, ports };
}

function startServer(name: string, folder: string): ChildProcess {
  const log = `exec >>"$1/${name}.log" 2>&1; exec "$0" -c "$2" "$1" ${name}`;
  return spawn('/bin/sh', ['-c', log, PYTHON, folder, RUN_SERVER], { stdio: 'ignore' });
}

async function untilReady(port: number, servers: ChildProcess[], folder: string): Promise<void> {
  const deadline = Date.now() + START_WITHIN_MS;
  while (Date.now() < deadline && servers.every((server) => server.exitCode === null)) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthcheck`).catch(() => undefined);
    if (answer?.ok) return;
    await wait(200);
  }
  const logs = await Promise.all(
    SERVERS.map((name) => readFile(join(folder, `${name}.log`), 'utf8').catch(() => '')),
  );
  throw new Error(`Swift did not start.\n${logs.join('')}`);
}

/** Stops the processes that this script started, and no others. */
async function stop(servers: ChildProcess[]): Promise<void> {
  const running = servers.filter(
    (server) => server.exitCode === null && server.signalCode === null,
  );
  const ended = running.map(
    (server) => new Promise<void>((resolve) => server.once('exit', () => resolve())),
  );
  for (const server of running) server.kill('SIGTERM');
  const late = setTimeout(() => {
    for (const server of running) server.kill('SIGKILL');
  }, STOP_WITHIN_MS);
  await Promise.all(ended);
  clearTimeout(late);
}

async function run(): Promise<number> {
  if (!hasSwift()) installSwift();
  const root = await mkdtemp(join(tmpdir(), 'inkwell-swift-'));
  const servers: ChildProcess[] = [];
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop(servers).then(() => process.exit(130)));
  }
  try {
    const { folder, ports } = await configure(root);
    for (const name of SERVERS) servers.push(startServer(name, folder));
    await untilReady(ports.proxy, servers, folder);
    process.env.TEST_S3_ENDPOINT = `http://127.0.0.1:${ports.proxy}`;
    const passed = await runTool('vitest', 'vitest', [
      'run',
      '--config',
      'tests/s3/vitest.config.ts',
      ...process.argv.slice(2),
    ]);
    return passed ? 0 : 1;
  } finally {
    await stop(servers);
    await rm(root, { recursive: true, force: true });
  }
}

try {
  process.exitCode = await run();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
