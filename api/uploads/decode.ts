import { type ForkOptions, fork } from 'node:child_process';
import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PictureKind, PictureType } from '../contract/uploads.ts';
import { ApiError, TooManyRequestsError, UnavailableError } from '../errors.ts';
import { createFairQueue } from '../fair-queue.ts';
import { decoderEnded } from './errors.ts';
import type { MadePicture } from './picture.ts';

export interface DecodeTask {
  name: string;
  kind: PictureKind;
  type: PictureType;
}

export type DecodeResult =
  | { picture: MadePicture }
  | { refusal: { statusCode: number; message: string } };

const CHILD = fileURLToPath(new URL('./decode-child.ts', import.meta.url));
/** It usually takes a second. Also ends decodes that sharp's own timeout misses. */
const TIMEOUT_MS = 60_000;

/** Decoding takes a core and up to 300 MB (700 MB for the largest AVIF). */
const queue = createFairQueue({
  concurrency: 2,
  maxWaiting: 100,
  full: () =>
    new UnavailableError('Too many pictures are being processed. Please try again soon.', 10),
  maxWaitingPerKey: 4,
  tooMany: () =>
    new TooManyRequestsError(
      'You have too many uploads in progress. Please wait for them to finish.',
      10,
    ),
});

/**
 * Decodes the file at `path` and creates its variants when the user has their turn; then calls
 * `onStart`. All outside pictures go through here.
 */
export async function decodePicture(
  userId: string,
  task: DecodeTask & { path: string },
  onStart?: () => void,
): Promise<MadePicture> {
  return await queue(userId, () => {
    onStart?.();
    return decodeInChild(task);
  });
}

/**
 * Runs `makePicture` in a child process: a malicious file can crash only the decoder, whose memory
 * returns to the system. If the process ends without an answer, it's retried once, unless it was
 * killed. After that, the file is considered damaged. Throws like `makePicture`. Tests replace
 * `decode`.
 */
export async function decodeInChild(
  { path, ...task }: DecodeTask & { path: string },
  decode = runDecoder,
): Promise<MadePicture> {
  try {
    return await attempt().catch((error: unknown) => {
      // A killed process has used up its time, and would again.
      if (error instanceof DecoderEndedError && error.signal !== 'SIGKILL') return attempt();
      throw error;
    });
  } catch (error) {
    throw error instanceof DecoderEndedError ? decoderEnded(error.signal) : error;
  }

  /** Opens the file each time, because processes share the position in an open file. */
  async function attempt(): Promise<MadePicture> {
    const file = await open(path, 'r');
    try {
      return await decode(file.fd, task);
    } finally {
      await file.close();
    }
  }
}

/** The decoder's process ended without an answer. */
export class DecoderEndedError extends Error {
  override name = 'DecoderEndedError';
  readonly signal: NodeJS.Signals | null;

  constructor(code: number | null, signal: NodeJS.Signals | null) {
    super(`The decoder ended with ${signal ?? code}`);
    this.signal = signal;
  }
}

function runDecoder(input: number, task: DecodeTask): Promise<MadePicture> {
  return new Promise((resolve, reject) => {
    const child = fork(CHILD, decoderOptions(input));
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new DecoderEndedError(code, signal)));
    child.once('message', (result: DecodeResult) => {
      if ('picture' in result) resolve(result.picture);
      else reject(new ApiError(result.refusal.statusCode, result.refusal.message));
      child.disconnect();
    });
    child.send(task);
  });
}

/**
 * The decoder's JavaScript may read its own code and the open file `input`. It can't write files,
 * start processes or threads, or (from Node 25) open connections, and gets no secrets. Node's
 * permission model doesn't restrict native code, so this is the second line of defense: the first
 * is that only five of sharp's loaders are enabled.
 */
export function decoderOptions(input: number): ForkOptions {
  const rights = readablePaths().map((path) => `--allow-fs-read=${path}`);
  return {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=128', '--permission', '--allow-addons', ...rights],
    // Two malloc arenas instead of eight per core, each of which would keep its freed memory.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: [input, 'ignore', 'ignore', 'ipc'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  };
}

/** Our own code, and the folders of the decoder's packages. */
function readablePaths(): string[] {
  const api = dirname(dirname(CHILD));
  const require = createRequire(import.meta.url);
  const folder = `${sep}node_modules`;
  const packages = ['sharp', 'file-type'].map((name) => {
    const file = require.resolve(name);
    return file.slice(0, file.lastIndexOf(folder + sep) + folder.length);
  });
  return [...new Set([api, join(dirname(api), 'package.json'), ...packages])];
}
