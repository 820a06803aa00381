/**
 * The first step of every npm script: finds a Node that is new enough, installs the dependencies,
 * and runs `scripts/NAME.ts`. Works on Node 18 and newer without any dependency.
 *
 *   node scripts/run.mjs NAME [arguments]
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import {
  codeOfSignal,
  isKilled,
  MORE_MEMORY,
  passSignalsTo,
  say,
  signalChild,
  stop,
} from './child.mjs';
import { chooseNode, MODULES, ROOT } from './choose-node.mjs';
import { install, isInstalled } from './install.mjs';
import { SERVER_FLAGS, SERVER_MALLOC } from './server-memory.mjs';

/** Scripts that need development dependencies too. All others install what the server needs. */
const NEED_DEVELOPMENT = ['bench', 'check', 'docs-images', 'licenses', 'test'];

/** Scripts for the smallest servers: they read or write a whole site. */
const LEAN = ['start', 'import', 'export'];

/**
 * Runs the script as a child process, and exits with its exit code.
 * @param {string} node
 * @param {string} file
 * @param {string[]} args
 * @param {{ flags?: string[], env?: Record<string, string> }} [settings]
 */
function handOver(node, file, args, { flags = [], env = {} } = {}) {
  const path = [join(MODULES, '.bin'), dirname(node), process.env.PATH].filter(Boolean);
  const child = spawn(node, [...flags, file, ...args], {
    // The IPC channel carries no messages. The child sees it close when this process ends.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      NODE_COMPILE_CACHE: join(MODULES, '.cache', 'node'),
      ...env,
      ...process.env,
      PATH: path.join(delimiter),
    },
  });
  passSignalsTo(child);
  child.once('error', (error) => stop(`${node} could not be started: ${error.message}`));
  child.once('exit', (code, signal) => {
    if (isKilled(code, signal)) {
      say(`Inkwell was killed, most likely because the machine ran out of memory: ${MORE_MEMORY}`);
    }
    process.exit(code ?? codeOfSignal(signal));
  });
}

/**
 * Identifies the shell that npm runs us in and, on Linux, npm itself. When npm is killed, the shell
 * ends too or stays behind; neither passes the signal on.
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
    if (callers() !== before) signalChild('SIGTERM');
  }, 250).unref();
}
const [name = '', ...args] = process.argv.slice(2);
const file = join(ROOT, 'scripts', `${name}.ts`);
if (!/^[a-z][a-z0-9-]*$/.test(name) || !existsSync(file)) {
  say(`Unknown command "${name}". The commands are in package.json, under "scripts".`);
  process.exit(2);
}
const choice = chooseNode();
const needsDevelopment = NEED_DEVELOPMENT.includes(name);
if (!isInstalled(choice, needsDevelopment)) await install(choice, needsDevelopment);
const isLean = LEAN.includes(name);
handOver(choice.node, file, args, isLean ? { flags: SERVER_FLAGS, env: SERVER_MALLOC } : {});
