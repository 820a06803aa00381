/** Messages on the terminal, and passing signals to the child process. */
import { constants } from 'node:os';

export const MORE_MEMORY =
  'stop other programs, add swap, or use a larger machine, then run the command again.';
export const INSTALL_NODE = 'install Node 24 from https://nodejs.org';

/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** @type {import('node:child_process').ChildProcess | undefined} */
let current;

// The program that reads our output may exit first (`| head`).
process.stderr.on('error', () => undefined);

/** @param {string} line */
export const say = (line) => process.stderr.write(`${line}\n`);

/** @param {NodeJS.Signals | null} signal */
export const codeOfSignal = (signal) => 128 + (signal ? constants.signals[signal] : 0);

/**
 * Returns whether a child was killed, as the kernel does when memory runs out. A shell in between
 * exits with 137.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export const isKilled = (code, signal) => signal === 'SIGKILL' || code === 137;

/**
 * @param {string} message
 * @returns {never}
 */
export function stop(message) {
  say(message);
  process.exit(1);
}

/**
 * From now on, passes the signals of this process to a child.
 * @param {import('node:child_process').ChildProcess} child
 */
export function passSignalsTo(child) {
  current = child;
}

/** @param {NodeJS.Signals} signal */
export function signalChild(signal) {
  current?.kill(signal);
}

for (const signal of SIGNALS) {
  process.on(signal, () => {
    // A terminal sends Ctrl-C to the child as well; a second signal would end it at once.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) signalChild(signal);
  });
}
