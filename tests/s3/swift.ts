import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../e2e/support/server.ts';
import { ensurePackages } from '../support/debian.ts';

/** OpenStack Swift with its `s3api`, which checks every signature. It runs on loopback. */

/** The system's Python, because others don't see Debian's packages. */
const PYTHON = '/usr/bin/python3';
const SERVERS = ['account', 'container', 'object', 'proxy'] as const;
const START_WITHIN_MS = 30_000;

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

/** Returns undefined on success, else the reason why Swift is unavailable. */
export function ensureSwift(say: (line: string) => void): string | undefined {
  const packages = ['python3-swift'];
  return ensurePackages({ name: 'Swift', packages, isInstalled: hasSwift, say });
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

async function stop(servers: ChildProcess[]): Promise<void> {
  const running = servers.filter(({ exitCode, signalCode }) => exitCode === null && !signalCode);
  const ended = running.map((server) => once(server, 'exit'));
  // Its data is thrown away.
  for (const server of running) server.kill('SIGKILL');
  await Promise.all(ended);
}

/** Starts Swift with its data in a temporary folder. Throws with its logs when it doesn't start. */
export async function startSwift(): Promise<{ url: string; stop(): Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'inkwell-swift-'));
  const servers: ChildProcess[] = [];
  const killAtExit = () => {
    for (const server of servers) server.kill('SIGKILL');
    rmSync(root, { recursive: true, force: true });
  };
  process.once('exit', killAtExit);
  const { folder, ports } = await configure(root);
  for (const name of SERVERS) servers.push(startServer(name, folder));
  await untilReady(ports.proxy, servers, folder);
  return {
    url: `http://127.0.0.1:${ports.proxy}`,
    async stop() {
      process.off('exit', killAtExit);
      await stop(servers);
      await rm(root, { recursive: true, force: true });
    },
  };
}
