import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { upgrade } from '../../../cli/upgrade/upgrade.ts';
import { connect } from '../../../db/sqlite-file.ts';
import { site } from './archives.ts';
import { testFolder } from './support.ts';

/** What goes wrong in a release. */
export type Fault = 'build' | 'migration' | 'page';

/**
 * The commands of a small project, which does what ours does: `build` installs and builds, `start`
 * migrates the database of DATA_DIR and serves it.
 */
const RUN = `
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
const { version, fault } = JSON.parse(readFileSync('package.json', 'utf8'));
const fail = (why) => { console.error(why); process.exit(1); };
if (process.argv[2] === 'build') {
  if (fault === 'build') fail('no memory left');
  mkdirSync('node_modules', { recursive: true });
  writeFileSync('node_modules/installed', version);
  mkdirSync('dist/' + version, { recursive: true });
  if (process.env.SLOW_BUILD) await new Promise((done) => setTimeout(done, 600_000));
  process.exit(0);
}
if (readFileSync('node_modules/installed', 'utf8') !== version) fail('other packages');
const SQLite = createRequire(import.meta.url)(process.env.SQLITE);
const lock = new SQLite(process.env.DATA_DIR + '/lock.db', { timeout: 0 });
lock.pragma('locking_mode = EXCLUSIVE');
lock.exec('BEGIN EXCLUSIVE');
const database = new SQLite(process.env.DATA_DIR + '/blog.db');
database.pragma('journal_mode = WAL');
const table = 'new_in_' + version.replaceAll('.', '_');
database.exec('create table if not exists ' + table + ' (id)');
if (fault === 'migration') fail('the database cannot be brought up to date');
const server = createServer((request, response) => {
  response.statusCode = request.url === '/' && fault === 'page' ? 500 : 200;
  response.end(version);
}).listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => { database.close(); process.exit(0); });
`;

const git = (folder: string, ...args: string[]) =>
  execFileSync(
    'git',
    ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@b.example', ...args],
    {
      encoding: 'utf8',
    },
  ).trim();

/** Publishes a release of the project. */
function release(origin: string, version: string, fault?: Fault): void {
  writeFileSync(join(origin, 'package.json'), JSON.stringify({ version, type: 'module', fault }));
  writeFileSync(join(origin, `notes-${version}.md`), version);
  git(origin, 'add', '.');
  git(origin, 'commit', '-qm', version);
  git(origin, 'tag', `v${version}`);
}

/**
 * A site with a database of ours, which runs 1.0.0 of a small project from a clone. Its repository
 * has the releases 1.0.0 and `next`.
 */
export async function installedSite({
  next = '1.1.0',
  fault,
}: {
  next?: string;
  fault?: Fault;
} = {}) {
  const origin = await testFolder();
  mkdirSync(join(origin, 'scripts'));
  writeFileSync(join(origin, 'scripts/run.mjs'), RUN);
  writeFileSync(join(origin, '.gitignore'), 'node_modules/\ndist/\n.upgrade/\npid\n');
  writeFileSync(join(origin, 'site.txt'), 'name\n\n\n\nfooter\n');
  git(origin, 'init', '-q', '-b', 'main');
  release(origin, '1.0.0');
  const root = join(await testFolder(), 'site');
  git('/', 'clone', '-q', origin, root);
  release(origin, next, fault);

  const { env, database } = await site();
  await database.close();
  const SQLITE = createRequire(import.meta.url).resolve('better-sqlite3');
  const port = await freePort();
  const variables = { DATA_DIR: env.dataDir, PORT: port, SQLITE, DATABASE_URL: '' };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  execFileSync(process.execPath, ['scripts/run.mjs', 'build'], { cwd: root });

  const start = `"${process.execPath}" scripts/run.mjs start >/dev/null 2>&1 & echo $! >pid`;
  const stop = 'kill "$(cat pid)" && rm pid';
  const said: string[] = [];
  const options = {
    root,
    env: { ...env, port: Number(port), host: '127.0.0.1' },
    signal: new AbortController().signal,
    say: (line: string) => void said.push(line),
  };
  onTestFinished(() => {
    if (existsSync(join(root, 'pid'))) execFileSync('/bin/sh', ['-c', stop], { cwd: root });
  });
  return {
    root,
    origin,
    said,
    start,
    stop,
    dataDir: env.dataDir,
    url: `http://127.0.0.1:${port}`,
    git: (...args: string[]) => git(root, ...args),
    upgrade: (more: Partial<Parameters<typeof upgrade>[0]> = {}) =>
      upgrade({ ...options, ...more }),
    /** Everything that an upgrade replaces. */
    state: () => ({
      commit: git(root, 'rev-parse', 'HEAD'),
      status: git(root, 'status', '--porcelain'),
      packages: readFileSync(join(root, 'node_modules/installed'), 'utf8'),
      tables: tablesIn(join(env.dataDir, 'blog.db')),
      leftovers: [join(root, '.upgrade'), join(env.dataDir, '.upgrade-data')].filter(existsSync),
    }),
  };
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

function tablesIn(path: string): string[] {
  const connection = connect(path, false);
  try {
    return connection
      .prepare(`select name from sqlite_schema where name like 'new_in%' order by name`)
      .pluck()
      .all() as string[];
  } finally {
    connection.close();
  }
}

/** Copies a folder without its Git history. */
export function withoutGit(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith('/.git') });
}
