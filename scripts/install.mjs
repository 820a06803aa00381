/** Installs the dependencies and, next to an old Node, a new one. Needs no dependency. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import {
  codeOfSignal,
  INSTALL_NODE,
  isKilled,
  MORE_MEMORY,
  passSignalsTo,
  say,
  stop,
} from './child.mjs';
import { fits, MODULES, NODE_FOLDER, NODE_PACKAGE, PLATFORM, ROOT } from './choose-node.mjs';

/** @typedef {import('./choose-node.mjs').Choice} Choice */

const STAMP = join(MODULES, '.inkwell.json');
const LOCK = join(ROOT, 'package-lock.json');
/** While this file exists, npm reads it instead of package-lock.json. */
const SHRINKWRAP = join(ROOT, 'npm-shrinkwrap.json');
const NPM_OPTIONS = ['--no-save', '--no-audit', '--no-fund'];

/** @param {unknown} error */
const codeOf = (error) => /** @type {NodeJS.ErrnoException} */ (error).code;

/**
 * Describes an installation: changes with the dependencies, the platform and Node.
 * @param {Choice} choice
 * @param {boolean} development
 */
function stampOf({ version, own }, development) {
  const hash = createHash('sha256');
  for (const name of ['package.json', 'package-lock.json'])
    hash.update(readFileSync(join(ROOT, name)));
  return JSON.stringify({
    dependencies: hash.digest('hex'),
    platform: PLATFORM,
    node: version,
    own,
    development,
  });
}

/**
 * @param {Choice} choice
 * @param {boolean} development
 */
export function isInstalled(choice, development) {
  if (!existsSync(choice.node) || !existsSync(STAMP)) return false;
  const stamp = readFileSync(STAMP, 'utf8');
  return stamp === stampOf(choice, true) || (!development && stamp === stampOf(choice, false));
}

/**
 * Uses `npm install`, not `npm ci`: a lock file written on one platform may lack the binaries of
 * another. It installs the locked versions, and `--no-save` leaves package.json and the lock file
 * unchanged.
 * @param {Choice} choice
 * @param {boolean} development
 */
export async function install(choice, development) {
  const unlock = await lockInstall();
  try {
    if (isInstalled(choice, development)) return;
    const isFirst = !existsSync(STAMP);
    say(
      isFirst
        ? 'Installing dependencies. This happens once and takes about half a minute …'
        : 'Updating dependencies …',
    );
    const started = Date.now();
    // A first start has no development packages to keep; later, removing them would only cost time.
    const scope = development || !isFirst ? '--include=dev' : '--omit=dev';
    const asked = await npm(['config', 'get', 'registry']);
    if (asked.code !== 0) stop(reasonOf(asked.output, ROOT));
    const registry = asked.output.trim();
    // Install it first: npm removes the Node of an older version of this script, which may be
    // running this.
    if (!choice.own) await installNode(choice, registry);
    await npmInstall(['install', scope, ...NPM_OPTIONS], registry);
    if (!choice.own) linkNode(choice.node);
    writeFileSync(STAMP, stampOf(choice, scope === '--include=dev'));
    const node =
      choice.own || fits(process.version)
        ? ''
        : `, with Node ${choice.version} because ${process.version} is too old`;
    say(`Dependencies installed in ${((Date.now() - started) / 1000).toFixed(1)} s${node}`);
  } catch (error) {
    const { message, path = ROOT } = /** @type {NodeJS.ErrnoException} */ (error);
    stop(reasonOf(message, path));
  } finally {
    unlock();
  }
}

/**
 * Installs Node in a separate folder. Uses npm if the registry needs a password or a proxy, or
 * keeps its tarballs elsewhere.
 * @param {Choice} choice
 * @param {string} registry
 */
async function installNode({ node, version }, registry) {
  const versionOf = () =>
    spawnSync(node, ['-p', 'process.version'], { encoding: 'utf8' }).stdout?.trim();
  if (versionOf() !== version) {
    const { name, version: number, integrity } = NODE_PACKAGE;
    const program = join(ROOT, 'scripts', 'node-package.mjs');
    const folder = join(NODE_FOLDER, 'node_modules', name);
    const args = [program, tarballAddress(registry, name, number), integrity, folder];
    const { code } = await run(process.execPath, args);
    if (code !== 0) {
      const install = ['install', '--prefix', NODE_FOLDER, `${name}@${number}`, ...NPM_OPTIONS];
      const byNpm = await npm(install);
      if (byNpm.code !== 0) stop(`${reasonOf(byNpm.output, ROOT)}\nOr ${INSTALL_NODE}`);
    }
  }
  if (versionOf() !== version) {
    stop(`The Node that npm installed does not run here. Please ${INSTALL_NODE}`);
  }
}

/**
 * Makes Node the `node` of programs that have node_modules/.bin in their PATH.
 * @param {string} node
 */
function linkNode(node) {
  if (process.platform === 'win32') return;
  const link = join(MODULES, '.bin', 'node');
  rmSync(link, { force: true });
  symlinkSync(relative(dirname(link), node), link);
}

/**
 * @param {string} registry
 * @param {string} name
 * @param {string} version
 */
const tarballAddress = (registry, name, version) =>
  new URL(`${name}/-/${name.split('/').pop()}-${version}.tgz`, registry).href;

/**
 * Runs `npm install` with the tarballs' addresses in the lock file, so that npm doesn't download
 * the metadata of every package to find them: half the memory, and faster. The lock file itself has
 * no addresses, because they depend on the registry in use. If a registry stores tarballs
 * elsewhere, npm looks them up itself.
 * @param {string[]} args
 * @param {string} registry
 */
async function npmInstall(args, registry) {
  let result;
  try {
    const lock = JSON.parse(readFileSync(LOCK, 'utf8'));
    for (const [path, entry] of Object.entries(lock.packages)) {
      if (path === '' || entry.link) continue;
      const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 13);
      entry.resolved = tarballAddress(registry, name, entry.version);
    }
    writeFileSync(SHRINKWRAP, JSON.stringify(lock));
    result = await npm(args, Object.keys(lock.packages).length);
  } finally {
    rmSync(SHRINKWRAP, { force: true });
  }
  if (result.code !== 0 && /\b404\b/.test(result.output)) result = await npm(args);
  if (result.code !== 0) stop(reasonOf(result.output, ROOT));
}

/**
 * Runs npm and returns its exit code and output. With `packages`, shows the number of fetched
 * packages.
 * @param {string[]} args
 * @param {number} [packages]
 */
function npm(args, packages) {
  // If npm started us, its script is known; otherwise there is an `npm` in PATH.
  const script = process.env.npm_execpath ?? '';
  const [command, first] = /npm-cli\.js$/.test(script) ? [process.execPath, [script]] : ['npm', []];
  const level = packages === undefined ? 'error' : 'http';
  return run(command, [...first, ...args, `--loglevel=${level}`], packages);
}

/**
 * Runs a program of the installation. If a signal ends it, this process ends too.
 * @param {string} command
 * @param {string[]} args
 * @param {number} [packages]
 * @returns {Promise<{ code: number, output: string }>}
 */
function run(command, args, packages) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: command === 'npm' && process.platform === 'win32',
    });
    passSignalsTo(child);
    let output = '';
    let fetched = 0;
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        if (!line.startsWith('npm http')) output += `${line}\n`;
        else if (process.stderr.isTTY)
          process.stderr.write(`\r  ${++fetched} of about ${packages} packages `);
      });
    }
    child.once('error', (error) => resolve({ code: 1, output: `${command}: ${error.message}` }));
    child.once('close', (code, signal) => {
      if (fetched > 0) process.stderr.write('\r\x1b[K');
      if (isKilled(code, signal)) {
        say(
          `The installation was killed, most likely because the machine ran out of memory. It needs 512 MB: ${MORE_MEMORY}`,
        );
      }
      if (isKilled(code, signal) || signal) process.exit(code ?? codeOfSignal(signal));
      resolve({ code: code ?? 1, output });
    });
  });
}

/**
 * Returns the error message for the terminal, with npm's output if it says more.
 * @param {string} output
 * @param {string} path The file or folder to write.
 */
function reasonOf(output, path) {
  const failed = 'The dependencies could not be installed:';
  if (/spawn npm ENOENT/.test(output)) {
    return `${failed} npm isn't in PATH. Please ${INSTALL_NODE}, which comes with npm`;
  }
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/i.test(output)) {
    return `${failed} the npm registry cannot be reached. Connect to the network and try again.\n${output.trim()}`;
  }
  if (/ENOSPC|EDQUOT/.test(output)) {
    return `${failed} the disk that holds ${path} is full. Free about 1 GB and try again.`;
  }
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return `${failed} ${path} cannot be written to. Run this as the user who owns the folder, or give this user the right to write there.`;
  }
  return `${failed.slice(0, -1)}. npm says:\n${output.trim()}`;
}

/** Waits while another process installs here. Returns the function that releases the lock. */
async function lockInstall() {
  const folder = createHash('sha256').update(ROOT).digest('hex').slice(0, 16);
  const lock = join(tmpdir(), `inkwell-install-${folder}`);
  for (let isWaiting = false; ; isWaiting = true) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      const unlock = () => rmSync(lock, { force: true });
      process.once('exit', unlock);
      return unlock;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    if (!isHeld(lock)) rmSync(lock, { force: true });
    else if (!isWaiting) say('Another command is installing the dependencies; waiting for it …');
    await new Promise((wait) => setTimeout(wait, 300));
  }
}

/** @param {string} lock */
function isHeld(lock) {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    return true;
  } catch (error) {
    // EPERM: the process runs as another user.
    return codeOf(error) === 'EPERM';
  }
}
