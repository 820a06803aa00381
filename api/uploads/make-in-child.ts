import { type ForkOptions, fork } from 'node:child_process';
import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PictureKind, PictureType } from '../contract/uploads.ts';
import { ApiError } from '../errors.ts';
import type { MadePicture } from './picture.ts';
import { brokenOff } from './refusals.ts';

/** What `makePicture` takes, except the bytes. */
export interface PictureTask {
  name: string;
  kind: PictureKind;
  type: PictureType;
}

/** What the child answers. */
export type PictureResult =
  | { picture: MadePicture }
  | { refusal: { statusCode: number; message: string } };

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));
/** A second is usual. Also ends what the decoder's own time limit does not see. */
const LIFETIME_MS = 60_000;

/**
 * Runs `makePicture` for the file at `path` in a process of its own: a decoder that a malicious file brings
 * down takes nothing with it, and the memory (see `MAX_MEGAPIXELS_AVIF`) is given back. Throws as
 * `makePicture` does. A process that ends without an answer may have had bad luck, so there is a second
 * one; a file that ends both counts as damaged, unless the process was killed.
 */
export async function makeInChild(
  { path, ...task }: PictureTask & { path: string },
  decode = runDecoder,
): Promise<MadePicture> {
  const attempt = () => withFile(path, (input) => decode(input, task));
  const refused = (error: unknown) => {
    throw error instanceof DecoderEndedError ? brokenOff(error.signal) : error;
  };
  return await attempt().catch((error: unknown) =>
    // Killed: it has taken all its time, and would again.
    error instanceof DecoderEndedError && error.signal !== 'SIGKILL'
      ? attempt().catch(refused)
      : refused(error),
  );
}

/** Opens the file anew each time: what one process has read of it, the next would miss. */
async function withFile<T>(path: string, work: (fd: number) => Promise<T>): Promise<T> {
  const file = await open(path, 'r');
  try {
    return await work(file.fd);
  } finally {
    await file.close();
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

function runDecoder(input: number, task: PictureTask): Promise<MadePicture> {
  return new Promise((resolve, reject) => {
    const child = fork(CHILD, decoderOptions(input));
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new DecoderEndedError(code, signal)));
    child.once('message', (result: PictureResult) => {
      if ('picture' in result) resolve(result.picture);
      else reject(new ApiError(result.refusal.statusCode, result.refusal.message));
      child.disconnect();
    });
    child.send(task);
  });
}

/**
 * The decoder's rights. Its JavaScript reads nothing but its own code and the open file `input`, writes
 * nothing, starts no process and no thread, and from Node 25 on opens no connection. It knows no secret, no
 * address and no path of ours. The permission model of Node doesn't bind native code, so this is a second
 * line of defense: the first is that only five of sharp's loaders are on.
 */
export function decoderOptions(input: number): ForkOptions {
  const rights = readable().map((path) => `--allow-fs-read=${path}`);
  return {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=128', '--permission', '--allow-addons', ...rights],
    // Two arenas instead of eight a core: the decoder's threads would each keep what they once had.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: [input, 'ignore', 'ignore', 'ipc'],
    timeout: LIFETIME_MS,
    killSignal: 'SIGKILL',
  };
}

/** The code of the decoder: ours, and the folders where its packages are installed. */
function readable(): string[] {
  const api = dirname(dirname(CHILD));
  const require = createRequire(import.meta.url);
  const folder = `${sep}node_modules`;
  const packages = ['sharp', 'file-type'].map((name) => {
    const file = require.resolve(name);
    return file.slice(0, file.lastIndexOf(folder + sep) + folder.length);
  });
  return [...new Set([api, join(dirname(api), 'package.json'), ...packages])];
}
