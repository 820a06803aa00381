import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ApiError } from '../errors.ts';
import type { MadePicture } from './picture.ts';
import { brokenOff } from './refusals.ts';
import type { PictureKind, PictureType } from './storage.ts';

/** What `makePicture` takes. */
export interface PictureTask {
  path: string;
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
 * Runs `makePicture` in a process of its own: a decoder that a malicious file brings down takes nothing
 * with it, and the memory (up to 200 MB a picture) is given back. Throws as `makePicture` does; a file
 * that ends the process counts as damaged, unless the process was killed.
 */
export function makeInChild(task: PictureTask): Promise<MadePicture> {
  return new Promise((resolve, reject) => {
    const child = fork(CHILD, {
      serialization: 'advanced',
      execArgv: ['--max-old-space-size=128'],
      // Two arenas instead of eight a core: the decoder's threads would each keep what they once had.
      env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2' },
      stdio: 'ignore',
      timeout: LIFETIME_MS,
      killSignal: 'SIGKILL',
    });
    child.once('error', reject);
    child.once('exit', (_code, signal) => reject(brokenOff(signal)));
    child.once('message', (result: PictureResult) => {
      if ('picture' in result) resolve(result.picture);
      else reject(new ApiError(result.refusal.statusCode, result.refusal.message));
      child.disconnect();
    });
    child.send(task);
  });
}
